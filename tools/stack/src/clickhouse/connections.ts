import type { Connection, Native } from './native.ts';
import type { Statement } from './statement.ts';

/** Connections that wait for a statement; the one that has waited longest makes room. One takes 0.2 MiB. */
const MOST_READY = 12;

/** By which KILL QUERY finds a statement: another one for each. */
const COMMENT = 'log_comment';
/** Cannot be taken back, and comes last: values of parameters are set like settings. */
const READ_ONLY = 'readonly';
/** These leave nothing behind on their connection: settings that stand in them hold for them alone. */
const LEAVES_NOTHING = /^\s*(?:SELECT|WITH|INSERT)\b/i;

/**
 * Connections with a database and settings, which take longer to make than many a statement to run (0.9 of 2 ms). One that ran
 * a statement which leaves nothing behind is used again by the next statement with the same ones.
 */
export class Connections {
  private readonly native: Native;
  private readonly directory: string;
  private ready: { prologue: string; connection: Connection }[] = [];

  constructor(native: Native, directory: string) {
    this.native = native;
    this.directory = directory;
  }

  /** Runs `work` on a connection that has what the statement needs, and nothing else has at that time. */
  async use<Result>(statement: Statement, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const prologue = prologueOf(statement);
    const own = ownOf(statement);
    const connection = await this.take(prologue);
    try {
      if (own) await this.native.QueryAsyncConnection(connection, own, 'Null');
      const result = await work(connection);
      void this.giveBack(statement, prologue, connection);
      return result;
    } catch (error) {
      this.native.CloseConnection(connection);
      throw error;
    }
  }

  close(): void {
    for (const { connection } of this.ready) this.native.CloseConnection(connection);
    this.ready = [];
  }

  private async take(prologue: string): Promise<Connection> {
    const at = this.ready.findLastIndex((one) => one.prologue === prologue);
    const [found] = at === -1 ? [] : this.ready.splice(at, 1);
    return found?.connection ?? this.open(prologue);
  }

  private async open(prologue: string): Promise<Connection> {
    const connection = this.native.CreateConnection(this.directory);
    try {
      if (prologue) await this.native.QueryAsyncConnection(connection, prologue, 'Null');
      return connection;
    } catch (error) {
      this.native.CloseConnection(connection);
      throw error;
    }
  }

  /** The statement's answer does not wait for it. Values of parameters cannot be taken back. */
  private async giveBack({ sql, settings, parameters }: Statement, prologue: string, connection: Connection) {
    const leavesNothing = parameters.size === 0 && !settings.has(READ_ONLY) && LEAVES_NOTHING.test(sql);
    if (!leavesNothing) {
      this.native.CloseConnection(connection);
      return;
    }
    try {
      if (settings.has(COMMENT)) await this.native.QueryAsyncConnection(connection, `SET ${COMMENT} = ''`, 'Null');
      this.ready.push({ prologue, connection });
    } catch {
      this.native.CloseConnection(connection);
    }
    const oldest = this.ready.length > MOST_READY ? this.ready.shift() : undefined;
    if (oldest) this.native.CloseConnection(oldest.connection);
  }
}

const OWN: ReadonlySet<string> = new Set([COMMENT, READ_ONLY]);

/** What many statements have in common. */
function prologueOf({ database, settings }: Statement): string {
  const use = database === undefined ? '' : `USE \`${database.replaceAll(/[\\`]/g, (character) => `\\${character}`)}\``;
  return [use, toSet([...settings].filter(([name]) => !OWN.has(name)))].filter(Boolean).join('; ');
}

/** What only this one has. */
function ownOf({ settings, parameters }: Statement): string {
  const values = [...parameters].map(([name, value]): [string, string] => [`param_${name}`, value]);
  return toSet([...values, ...[...settings].filter(([name]) => OWN.has(name))]);
}

const toSet = (settings: readonly [string, string][]): string =>
  settings.length === 0 ? '' : `SET ${settings.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}`;
const literal = (value: string): string => `'${value.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
