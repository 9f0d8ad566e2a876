import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { Redrive } from '@portico/contracts/http/redrives';
import { type Call, engines, eventually, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Client } from 'pg';
import { z } from 'zod';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { openDoor } from '../support/door.ts';
import { makeEarlierRunTables } from '../support/earlier-tables.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { brokenText, MAP, post, rejectMany, reportOf, runOf } from '../support/redrive-world.ts';

const USER = 1;
const EVENTS = 60;
/** Numbers of events: the unfinished run has published 20 events and was publishing 10 events, of which 5 have arrived. */
const [PUBLISHED, SENDING, ARRIVED] = [20, 10, 5];
/** Numbers of runs and of outcomes per run, which are enough to kill a process between two runs. */
const [RUNS, OUTCOMES] = [200, 300];
const DOOR = 70_400;

const Row = z.object({ published_at: z.string(), kafka_partition: z.number(), kafka_offset: z.number() });

describe('runs that the previous version stored in ClickHouse', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let clickhouse: ClickHouse;
  const half = randomUUID();
  const [paused, withdrawn] = [randomUUID(), randomUUID()];

  const names = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `moved ${String(from + index).padStart(2, '0')}`);
  const step = (run: string, integration: number, kind: string, data: object, at: string) => ({
    run,
    at,
    step: kind,
    integration_id: integration,
    organization_id: integration,
    of_everyone: 0,
    data: JSON.stringify(data),
  });
  const definition = (integration: number) => ({
    filter: { integration, query: 'moved', to: new Date().toISOString() },
    correction: MAP,
    total: EVENTS,
    user: USER,
    token: randomUUID(),
  });

  /** Creates data of the previous version: a half done run, an automatically paused run, a run without a definition, many done runs. */
  const makeEarlierRuns = async (): Promise<void> => {
    await makeEarlierRunTables(clickhouse);
    const rows = await clickhouse.rows(Row, {
      sql: `SELECT ${Object.keys(Row.shape).join(', ')} FROM rejected_events FINAL
            ORDER BY published_at, kafka_partition, kafka_offset`,
    });
    await clickhouse.insert('redrive_steps', [
      step(half, 1, 'started', definition(1), '2026-11-28 01:00:00.000001'),
      step(half, 1, 'paused', { user: USER }, '2026-11-28 01:00:01.000001'),
      step(half, 1, 'resumed', { user: USER, token: randomUUID() }, '2026-11-28 01:00:02.000001'),
      step(half, 1, 'beat', {}, '2026-11-28 01:00:03.000001'),
      step(paused, 2, 'started', definition(2), '2026-11-28 01:00:00.000001'),
      step(paused, 2, 'paused', { reason: 'The run failed unexpectedly' }, '2026-11-28 01:00:01.000001'),
      step(withdrawn, 1, 'started', definition(1), '2026-11-28 01:00:00.500001'),
      step(withdrawn, 1, 'withdrawn', {}, '2026-11-28 01:00:00.600001'),
    ]);
    const noted = names(0, PUBLISHED + SENDING).map((event_id, index) => ({
      run: half,
      ...rows[index],
      at: '2026-11-28 01:00:01.000001',
      source_id: 1,
      event_id,
      outcome: index < PUBLISHED ? 'published' : 'sending',
      code: '',
      pointer: '',
      reason: '',
    }));
    await clickhouse.insert('redrive_outcomes', [
      ...noted.slice(0, PUBLISHED).map((outcome) => ({ ...outcome, outcome: 'sending' })),
      ...noted.slice(PUBLISHED),
    ]);
    await clickhouse.insert('redrive_outcomes', noted.slice(0, PUBLISHED));
    const id = (number: string): string =>
      `toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(${number}), 12, '0')))`;
    const text = JSON.stringify(definition(1)).replaceAll(/['\\]/g, String.raw`\$&`);
    await clickhouse.run(`
      INSERT INTO redrive_steps SELECT ${id('intDiv(number, 2)')}, toDateTime64('2026-11-27 00:00:00', 6, 'UTC') + number,
        if(number % 2 = 0, 'started', 'done'), 1, 1, 0, if(number % 2 = 0, '${text}', '{}') FROM numbers(${RUNS * 2})`);
    await clickhouse.run(`
      INSERT INTO redrive_outcomes SELECT ${id(`intDiv(number, ${OUTCOMES})`)}, toDateTime64('2026-11-26 00:00:00', 3, 'UTC'),
        1000000, number, toDateTime64('2026-11-27 00:00:00', 6, 'UTC'), 1, concat('of before ', char(0), toString(number)),
        if(number % 3 = 0, 'rejected', 'published'), '', '', '' FROM numbers(${RUNS * OUTCOMES})`);
    const day = new Date().toISOString().slice(0, 10);
    const used = { day, integration_id: DOOR, minute: 0, events: 0 };
    await clickhouse.insert('door_usage', [
      { ...used, process: 'one', bytes: 10, version: 1 },
      { ...used, process: 'one', bytes: 500, version: 2 },
      { ...used, process: 'other', bytes: 400, version: 1 },
    ]);
  };

  beforeAll(async () => {
    stack = await startEventsStack();
    clickhouse = new ClickHouse(stack.clickhouseUrl);
    service = await stack.start();
    admin = await stack.furnish();
    await rejectMany(
      { stack, admin },
      'moved',
      names(0, EVENTS).map((id) => brokenText(id)),
    );
    const listed = names(0, PUBLISHED + ARRIVED);
    await stack.publisher.publishThroughDoor(1, ...listed.map((id) => brokenText(id, 'SUCCESS')));
    await eventually(async () => (await read<EventList>(admin, '/events')).count === listed.length, 60_000);
    await service.stop();
    await makeEarlierRuns();
  }, 180_000);
  afterAll(async () => {
    await clickhouse?.close();
    await stack?.stop();
  });

  const copiedRuns = async (): Promise<number> => {
    const client = new Client({ connectionString: `${engines().POSTGRES_URL}/events` });
    await client.connect();
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from redrives');
    await client.end();
    return rows[0]?.count ?? 0;
  };
  const leftTables = async (): Promise<string[]> => {
    const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'redrive_%'`;
    return (await clickhouse.rows(z.object({ name: z.string() }), { sql })).map(({ name }) => name);
  };

  it('are moved completely and exactly once if a process is killed meanwhile and two processes continue', async () => {
    service = await stack.start();
    await eventually(async () => (await copiedRuns()) > 0, 60_000);
    await service.kill();
    expect(await copiedRuns()).toBeLessThan(RUNS);
    expect(await leftTables()).toHaveLength(2);
    [service] = await Promise.all([stack.start(), stack.start(0, { EVENTS_ROLES: 'queries' })]);
    await eventually(async () => (await leftTables()).length === 0, 60_000);

    admin = await stack.as();
    const page = (offset: number) =>
      read<{ data: Redrive[]; count: number }>(admin, `/events/redrives?limit=100&offset=${offset}`);
    const pages = await eventually(() => Promise.all([0, 100, 200].map(page)), 60_000);
    expect(pages[0]?.count).toBe(RUNS + 2);
    const runs = pages.flatMap(({ data }) => data);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(RUNS + 2);
    const done = runs.filter(({ state }) => state === 'done');
    expect(done).toHaveLength(RUNS);
    for (const { counts } of done)
      expect(counts).toEqual({
        published: (OUTCOMES * 2) / 3,
        listed: 0,
        unchanged: 0,
        rejected: OUTCOMES / 3,
        conflict: 0,
      });
    expect(await reportOf(admin, '00000000-0000-4000-8000-000000000001')).toEqual(
      Array.from({ length: OUTCOMES }, (_, index) =>
        expect.objectContaining({ event_id: `of before \0${OUTCOMES + index}`, is_listed: false }),
      ),
    );
    expect(runs.find(({ id }) => id === paused)).toMatchObject({
      state: 'paused',
      reason: 'The run failed unexpectedly',
      started_by: USER,
      started_at: '2026-11-28T01:00:00.000Z',
    });
    expect((await admin('GET', `/events/redrives/${withdrawn}`)).status).toBe(404);
  }, 180_000);

  it('can be resumed at the event where they stopped', async () => {
    expect(await runOf(admin, half)).toMatchObject({
      state: 'interrupted',
      total: EVENTS,
      correction: MAP,
      counts: { published: PUBLISHED },
    });
    expect((await post<Redrive>(admin, `/events/redrives/${half}/resume`)).state).toBe('running');
    const done = await eventually(async () => {
      const run = await runOf(admin, half);
      return run.state === 'done' && run;
    }, 60_000);
    expect(done.counts).toEqual({ published: EVENTS, listed: 0, unchanged: 0, rejected: 0, conflict: 0 });
    const report = await eventually(async () => {
      const rows = await reportOf(admin, half);
      return rows.every(({ is_listed }) => is_listed) && rows;
    }, 60_000);
    expect(report.map(({ event_id }) => event_id).toSorted()).toEqual(names(0, EVENTS));
    expect((await read<EventList>(admin, '/events')).count).toBe(EVENTS);
  }, 120_000);

  it("are moved together with today's used quotas", async () => {
    const quota = { eventsPerMinute: 1_000, bytesPerDay: 1_000 };
    const { send } = await openDoor(stack, service.url, { integration: DOOR, organization: 1, quota });
    const event = integrationEvent({ source_id: DOOR, organization_id: 1 });
    expect(await send([event])).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('1000 bytes') },
    });
  });
});
