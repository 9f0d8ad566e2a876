import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  engines,
  eventually,
  randomFrom,
  SEED,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { differenceFromEarlier, fillEarlierTables, tableNames } from '../support/earlier-events.ts';

/** Number of rows. With 3,000 bytes per row, one insert of the copy does not contain a whole month. */
const ROWS = 200_000;
const BYTES = 3_000;
const KILLS = Number(process.env['COPY_KILLS'] ?? 6);

let clickhouse: ClickHouse;
let tokens: TestTokens;
const url = new URL(engines().CLICKHOUSE_URL);

beforeAll(async () => {
  tokens = await startTestTokens();
  url.pathname = `/copied_${randomUUID().slice(0, 8)}`;
  clickhouse = new ClickHouse(url.href);
  await fillEarlierTables(clickhouse, { rows: ROWS, inserts: 40, bytes: BYTES });
}, 240_000);
afterAll(async () => {
  await clickhouse?.run(`DROP DATABASE ${url.pathname.slice(1)}`);
  await Promise.all([clickhouse?.close(), tokens?.stop()]);
});

const start = (): Promise<ServiceProcess> =>
  startServiceProcess('events', {
    EVENTS_ROLES: 'queries',
    KAFKA_BROKERS: engines().KAFKA_BROKERS,
    POSTGRES_URL: engines().POSTGRES_URL,
    CLICKHOUSE_URL: url.href,
    IDENTITY_URL: tokens.identityUrl,
    CONSOLE_URL: 'http://localhost:3000',
  });
const isOver = async (): Promise<boolean> => {
  const names = await tableNames(clickhouse);
  return names.includes('integration_events') && !names.includes('integration_events_before_5');
};

it(`the events service copies each event of the previous table once, even if it is killed ${KILLS} times (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const service = await start();
    await sleep(random() * 1_200); // kills the process at a random time
    await service.kill();
  }
  const services = await Promise.all([start(), start()]);
  await eventually(isOver, 240_000);
  for (const service of services) await service.stop();
  expect(await differenceFromEarlier(clickhouse)).toEqual({ rows: ROWS, earlier: ROWS, lost: 0, unknown: 0 });
}, 600_000);
