import { Injectable } from '@nestjs/common';
import { type EventMinutes, MAX_MINUTES, type MinutesQuery } from '@portico/contracts/http/event-minutes';
import { type Caller, Problem } from '@portico/service';
import { HistoryLag } from '../logs/history-lag.ts';
import { ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { MinuteRow, minutesStatement } from './minutes.query.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';

@Injectable()
export class MinutesService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly lag: HistoryLag,
  ) {}

  /** @throws Problem `validation_failed` if there are too many events to count. */
  async minutes(query: MinutesQuery, caller: Caller): Promise<EventMinutes> {
    const { filter } = this.authorized.of(caller, query);
    // Reads the time before the rows, so that the rows include all events up to `completeTo`.
    const completeTo = new Date(this.lag.completeTo).toISOString();
    const statement = forSure(minutesStatement(filter, query));
    const data = await unlessTooMuch(this.clickhouse.rowsNow(MinuteRow, statement));
    if (data === null || data.length > MAX_MINUTES) throw tooMany();
    return { data, completeTo };
  }
}

function tooMany(): Problem {
  const message =
    'Too many events arrived in this range to count them by the minute. Choose a shorter range or a narrower filter.';
  return new Problem('validation_failed', message, [{ pointer: '/arrivedFrom', message }]);
}
