import { copyFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { type RunningClickHouse, startClickHouse } from '@portico/stack';
import { type Call, eventually } from '@portico/testkit';
import { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOON = 60_000;
/** Number of events in the damaged part, which is enough for a projection with several marks. */
const STORED = 3_000;
const PUBLISHED = 40;
/** CANNOT_READ_ALL_DATA: ClickHouse's error for a truncated file. */
const CUT_SHORT = 33;
/** Number of failed lookups after which the ingest would have halved its batch until only one event is left. */
const FAILURES = 7;

let dataDir: string;
let clickhouse: RunningClickHouse;
let database: ClickHouse;
let stack: EventsStack;
let admin: Call;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-damaged-'));
  clickhouse = await startClickHouse({ dataDir });
  stack = await startEventsStack(clickhouse.url);
  // Disables identities in memory, so that the ingest looks up every event in ClickHouse.
  await stack.start(undefined, { EVENTS_IDENTITIES_AFTER: '0' });
  database = new ClickHouse(stack.clickhouseUrl);
  admin = await stack.as();
  await stack.publisher.integration(1, { name: 'payroll' });
  await eventually(async () => (await list()).integrations.includes('payroll'), SOON);
}, 300_000);
afterAll(async () => {
  await database?.close();
  await stack?.stop();
  await clickhouse?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

const list = async (): Promise<EventList> => (await admin('GET', '/events?limit=1')).body as EventList;
const rejected = async (): Promise<number> =>
  ((await admin('GET', '/events/rejected')).body as { count: number }).count;

const failures = async (): Promise<number> => {
  const sql = `SELECT toUInt32(sum(value)) AS count FROM system.errors WHERE code = ${CUT_SHORT}`;
  return (await database.rows(z.object({ count: z.number() }), { sql }))[0]?.count ?? 0;
};

/** The file with the identity hashes of the largest part. */
const hashesFile = async (): Promise<string> => {
  const sql = `
    SELECT path FROM system.parts WHERE active AND database = currentDatabase() AND table = 'integration_events'
    ORDER BY rows DESC LIMIT 1`;
  const [part] = await database.rows(z.object({ path: z.string() }), { sql });
  return join(part?.path ?? '', 'identity_hashes.proj', 'data.bin');
};

it('the ingest retries while a file of the store is damaged, and stores every event after the file is restored', async () => {
  await stack.publisher.publish(...Array.from({ length: STORED }, () => integrationEvent()));
  await eventually(async () => (await list()).count === STORED, SOON);
  await database.run('SYSTEM STOP MERGES integration_events');
  const file = await hashesFile();
  const backup = join(dataDir, 'kept');
  await copyFile(file, backup);
  await truncate(file, Math.floor((await stat(file)).size / 3));

  const before = await failures();
  await stack.publisher.publish(...Array.from({ length: PUBLISHED }, () => integrationEvent()));
  await eventually(async () => (await failures()) >= before + FAILURES, SOON);
  expect(await rejected()).toBe(0);

  await copyFile(backup, file);
  await eventually(async () => (await list()).count === STORED + PUBLISHED, SOON);
  expect(await rejected()).toBe(0);
}, 180_000);
