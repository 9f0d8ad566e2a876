import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { identityOf } from '@portico/contracts/events/integration-event';
import { placeOf } from '@portico/contracts/events/position';
import { engines } from '@portico/testkit';
import { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { EventStore } from '../../src/ingest/event-store.ts';
import { DayCount, daysStatement } from '../../src/queries/search/days.query.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { NO_FILTER } from '../../src/table/filter/resolve.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { storedIdentities } from '../../src/table/stored-events.ts';
import { readTableState } from '../../src/table/stored-positions.ts';
import { differenceFromEarlier, fillEarlierTables, tableNames } from '../support/earlier-events.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

jest.setTimeout(120_000);

const ROWS = 450_000;
const ROW_COUNT = 6_000;
const TABLES = ['integration_events', 'migrations', 'rejected_events'];

/** A ClickHouse client that calls `before` with each statement before it runs the statement, until `before` returns true. */
class OvertakenClickHouse extends ClickHouse {
  before: ((sql: string) => Promise<boolean>) | null = null;

  override async run(sql: string): Promise<void> {
    const { before } = this;
    this.before = null;
    if (before && !(await before(sql))) this.before = before;
    return super.run(sql);
  }
}

describe('the events of the previous version', () => {
  let opened: ClickHouse[] = [];
  const open = (database: string): OvertakenClickHouse => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/${database}`;
    const clickhouse = new OvertakenClickHouse(url.href);
    opened.push(clickhouse);
    return clickhouse;
  };
  const fill = async (rows: number, inserts: number): Promise<[OvertakenClickHouse, OvertakenClickHouse]> => {
    const database = `copied_${randomUUID().slice(0, 8)}`;
    const both: [OvertakenClickHouse, OvertakenClickHouse] = [open(database), open(database)];
    await fillEarlierTables(both[0], { rows, inserts, bytes: 100 });
    return both;
  };
  beforeAll(() => Logger.overrideLogger(false));
  afterEach(async () => {
    await Promise.all(opened.map((clickhouse) => clickhouse.close()));
    opened = [];
  });
  const storeNew = async (clickhouse: ClickHouse): Promise<void> => {
    const row = acceptedEvent(integrationEvent(), { partition: 0, offset: 2 * ROWS });
    const outcome = { stored: () => undefined, found: () => undefined, reused: async () => undefined };
    await new EventStore(clickhouse).storeNew([row], new Map(), outcome);
  };
  const expectWhole = async (clickhouse: ClickHouse, rows: number): Promise<void> => {
    expect(await differenceFromEarlier(clickhouse)).toEqual({ rows, earlier: rows, lost: 0, unknown: 0 });
    const names = await tableNames(clickhouse);
    expect(names).toEqual(expect.arrayContaining(TABLES));
    expect(names).not.toContain('integration_events_before_5');
  };

  it('are all stored once after two processes copied them concurrently', async () => {
    const [clickhouse, other] = await fill(ROWS, 30);
    const began = performance.now();
    await Promise.all([migrate(clickhouse), migrate(other)]);
    const seconds = (performance.now() - began) / 1_000;
    process.stderr.write(`copied ${ROWS} events by two processes, ${Math.round(ROWS / seconds)} a second\n`);
    await expectWhole(clickhouse, ROWS);

    const { sql, params } = daysStatement(NO_FILTER);
    const days = await clickhouse.rows(DayCount, { sql, params, settings: { force_optimize_projection: 1 } });
    const byRow = await clickhouse.rows(DayCount, { sql, params, settings: { optimize_use_projections: 0 } });
    expect(days).toEqual(byRow);
    expect(days.length).toBeGreaterThan(20);

    const { head, positions } = await readTableState(clickhouse);
    const last = Array.from({ length: 6 }, (_, partition) => {
      const newest = Array.from({ length: 12 }, (__, back) => ROWS - 1 - back).filter((n) => n % 6 === partition);
      return Math.max(...newest.map((n) => placeOf(n % 2, n)));
    });
    expect(last.map((_, partition) => positions.get(partition)?.place)).toEqual(last);
    expect(head.number).toBe(0);
    const known = [0, 1, 77_777, ROWS - 1].map((n) => ({ source_id: 1 + (n % 7), id: `event-${n}` }));
    const unknown = { source_id: 2, id: 'event-0' };
    expect(await storedIdentities(clickhouse, [...known, unknown])).toEqual(new Set(known.map(identityOf)));
    const months = await clickhouse.rows(z.object({ month: z.number() }), {
      sql: 'SELECT DISTINCT insert_month AS month FROM integration_events WHERE insert_month != toYYYYMM(stored_at)',
    });
    expect(months).toEqual([]);
  });

  it('are not copied twice while ClickHouse still copies for a killed process', async () => {
    const [clickhouse] = await fill(ROW_COUNT, 30);
    clickhouse.before = async (sql) => {
      const isCopy = sql.includes('INSERT INTO integration_events');
      if (isCopy) {
        await clickhouse.run(sql);
        // Merges the parts of the old table, because a merge may change the order of the rows between two copies.
        await clickhouse.run('OPTIMIZE TABLE integration_events_before_5 FINAL');
      }
      return isCopy;
    };
    await migrate(clickhouse);
    await expectWhole(clickhouse, ROW_COUNT);
  });

  it('stay in the current table if another process finishes the copy before the old table is renamed', async () => {
    const [clickhouse, other] = await fill(ROW_COUNT, 6);
    clickhouse.before = async (sql) => {
      const isRename = sql.startsWith('RENAME');
      if (isRename) {
        await migrate(other);
        await storeNew(other);
      }
      return isRename;
    };
    await migrate(clickhouse);
    const difference = await differenceFromEarlier(clickhouse);
    expect(difference).toEqual({ rows: ROW_COUNT + 1, earlier: ROW_COUNT, lost: 0, unknown: 1 });
    expect((await readTableState(clickhouse)).head.number).toBe(1);
    const sql = 'SELECT count() AS count FROM migrations WHERE id = 5';
    expect(await clickhouse.rows(z.object({ count: z.number() }), { sql })).toEqual([{ count: 2 }]);
  });
});
