import type { Connection, Native } from './native.ts';
import type { Statement } from './statement.ts';

/** Maximum idle connections. Beyond this, the connection that is idle for longest is closed. Each connection takes 0.2 MiB. */
const MAX_READY = 12;

/** Setting by which KILL QUERY finds a statement. Its value differs for each statement. */
const COMMENT = 'log_comment';
/** Setting that is set last, because it is irreversible and forbids setting parameter values. */
const READ_ONLY = 'readonly';
/** Statements that do not change their connection. Settings inside such a statement apply to this statement only. */
const LEAVES_NOTHING = /^\s*(?:SELECT|WITH|INSERT)\b/i;

/**
 * Keeps connections with a database and settings, because opening a connection takes longer than many statements (0.9 of 2 ms).
 * A later statement with the same settings reuses a connection, unless the connection's last statement changed the connection.
 */
export class Connections {
  private readonly native: Native;
  private readonly directory: string;
  private ready: { prologue: string; connection: Connection }[] = [];

  constructor(native: Native, directory: string) {
    this.native = native;
    this.directory = directory;
  }

  /** Runs `work` on a connection that has the statement's settings and that no other statement uses at the same time. */
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

  /** After the response, keeps the connection for reuse, or closes it if the statement changed it: parameters cannot be reset. */
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
    const oldest = this.ready.length > MAX_READY ? this.ready.shift() : undefined;
    if (oldest) this.native.CloseConnection(oldest.connection);
  }
}

const OWN: ReadonlySet<string> = new Set([COMMENT, READ_ONLY]);

/** Returns SQL that sets the database and the settings that many statements share. */
function prologueOf({ database, settings }: Statement): string {
  const use = database === undefined ? '' : `USE \`${database.replaceAll(/[\\`]/g, (character) => `\\${character}`)}\``;
  return [use, toSet([...settings].filter(([name]) => !OWN.has(name)))].filter(Boolean).join('; ');
}

/** Returns SQL that sets the parameters and the settings of this statement only. */
function ownOf({ settings, parameters }: Statement): string {
  const values = [...parameters].map(([name, value]): [string, string] => [`param_${name}`, value]);
  return toSet([...values, ...[...settings].filter(([name]) => OWN.has(name))]);
}

const toSet = (settings: readonly [string, string][]): string =>
  settings.length === 0 ? '' : `SET ${settings.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}`;
const literal = (value: string): string => `'${value.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
