import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { TablePart, tablePartsStatement } from './parts.query.ts';

/** Which parts the table has: one statement answers all who asked before it was sent. */
export class PartsNow {
  private running: Promise<unknown> | null = null;
  private next: Promise<TablePart[]> | null = null;

  constructor(private readonly clickhouse: ClickHouse) {}

  /** Of a moment after the call. @throws Problem `unavailable` while ClickHouse cannot answer. */
  read(): Promise<TablePart[]> {
    if (this.next) return this.next;
    if (!this.running) return this.send();
    const sent = this.running.then(() => {
      this.next = null;
      return this.send();
    });
    this.next = sent;
    return sent;
  }

  /** For all of them: it does not end with the question that was first. */
  private send(): Promise<TablePart[]> {
    const answer = inBackground(() => this.clickhouse.rowsNow(TablePart, tablePartsStatement));
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    this.running = ended;
    void ended.then(() => {
      if (this.running === ended) this.running = null;
    });
    return answer;
  }
}
