import { type Call, repeatedly } from '@portico/testkit';

/** Milliseconds before a writer repeats its requests. Fewer milliseconds increase the load. */
const PACE = 100;

/** Kind of a writer's rows: their path, the method that renames a row, and additional fields of a new row. */
export type Kind = { path: string; rename: 'PUT' | 'PATCH'; more?: Record<string, unknown> };
/** A row. `by`: the release that created the row. The other release renames each row once. */
export type Row = { id: number; name: string; by: string; isRenamed: boolean };

/** A client of one process. Creates rows, renames rows of the other release, and reads rows. Never retries. */
export class Writing {
  /** Unexpected responses, each with its request. */
  readonly failures: string[] = [];
  renamed = 0;
  turns = 0;
  private readonly call: Call;
  private readonly kind: Kind;
  private readonly by: string;
  private readonly rows: Row[];
  private readonly running: { stop: () => Promise<void> };

  /** @param rows the rows of both releases, which the writers share. */
  constructor(call: Call, kind: Kind, by: string, rows: Row[]) {
    this.call = call;
    this.kind = kind;
    this.by = by;
    this.rows = rows;
    this.running = repeatedly(PACE, () => this.turn());
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  private async turn(): Promise<void> {
    const { path, rename, more } = this.kind;
    const name = `${this.by} ${this.turns}`;
    const made = await this.ask(201, 'POST', path, { name, ...more });
    const other = this.rows.find(({ by, isRenamed }) => by !== this.by && !isRenamed);
    if (made) this.rows.push({ id: (made as { id: number }).id, name, by: this.by, isRenamed: false });
    if (other) {
      const second = `${other.name}, renamed by ${this.by}`;
      const renamed = await this.ask(200, rename, `${path}/${other.id}`, { name: second });
      if (renamed) Object.assign(other, { name: second, isRenamed: true });
      if (renamed) this.renamed += 1;
      await this.ask(200, 'GET', `${path}/${other.id}`);
    }
    await this.ask(200, 'GET', `${path}?limit=20`);
    this.turns += 1;
  }

  /** Sends a request. Returns the body of a response with the status `wanted`, otherwise notes a failure and returns undefined. */
  private async ask(wanted: number, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.call(method, path, body).then(
      ({ status, body: content }) => (status === wanted ? { content } : `${status} ${JSON.stringify(content)}`),
      (error: unknown) => `${String(error)}: ${String((error as Error).cause)}`,
    );
    if (typeof answer !== 'string') return answer.content;
    this.failures.push(`${this.by}: ${method} ${path}: ${answer}`);
    return undefined;
  }
}
