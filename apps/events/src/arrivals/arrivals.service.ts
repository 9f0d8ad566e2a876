import { Injectable } from '@nestjs/common';
import { ARRIVAL_WEEKS, type Arrivals } from '@portico/contracts/http/arrivals';
import { Problem } from '@portico/service';
import { Directory } from '../directory/directory.ts';
import { ClickHouse, type Statement } from '../table/clickhouse/clickhouse.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { DAY, HOUR } from '../table/schema/buckets.ts';
import { arrivalsInHoursStatement, ArrivalsRow, arrivalsStatement, type Subject } from './arrivals.query.ts';

const toIso = (moment: number): string => new Date(moment).toISOString();

/** Reports when trusted events of integrations arrived. From these times, the alerts service learns which silences are usual. */
@Injectable()
export class ArrivalsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly schema: Schema,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse does not respond. */
  async of(id: number, organization: number, now = Date.now()): Promise<Arrivals> {
    if (!this.schema.isMigrated) throw Problem.unavailable('The event history');
    const from = Math.floor(now / HOUR) * HOUR - ARRIVAL_WEEKS * 7 * DAY;
    const trust = this.directory.integration(id, now)?.trust ?? 'open';
    const subject: Subject = { id, organization, trust, from, to: now };
    const span = { from: toIso(from), to: toIso(now) };
    const exact = await unlessTooMuch(this.ask(arrivalsStatement(subject)));
    if (exact) return { ...span, precision: 'minute', ...answerOf(exact, 0) };
    return { ...span, precision: 'hour', ...answerOf(await this.ask(arrivalsInHoursStatement(subject)), HOUR) };
  }

  private async ask(statement: Statement): Promise<ArrivalsRow> {
    const [row] = await this.clickhouse.rowsNow(ArrivalsRow, statement);
    return row ?? { count: 0, minutes: 0, last: 0, hours: [], gaps: [] };
  }
}

/** @param width - milliseconds by which the end of a gap may be later than the known time. */
const answerOf = ({ count, minutes, last, hours, gaps }: ArrivalsRow, width: number) => ({
  count,
  minutes,
  last: count === 0 ? null : toIso(last),
  hours,
  gaps: gaps.toSorted(([a], [b]) => a - b).map(([from, to]) => ({ from: toIso(from), to: toIso(to + width) })),
});
