import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Conformance } from '@portico/contracts/http/conformance';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { addArrivalIndex } from '../../src/table/schema/arrival-index.ts';
import { SINGLE } from '../../src/table/schema/deployment.ts';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Settings with the read limits of the statements for events, for identities of rejected events, and for rejected values. */
const BOUNDS = {
  events: /max_rows_to_read = 20000000(?!,)/,
  identities: /max_rows_to_read = 50000000/,
  values: /max_bytes_to_read = 2000000000/,
};
const PATH = '/events/integrations/1/conformance?period=24h';
const OLD_ROWS = 40_000;

jest.setTimeout(60_000);

describe('the conformance of an integration beyond the read limits', () => {
  let stack: EventsStack;
  let proxy: Awaited<ReturnType<typeof proxyClickHouse>>;
  let clickhouse: ClickHouse;
  let admin: Call;
  let most: Partial<Record<keyof typeof BOUNDS, number>> = {};

  beforeAll(async () => {
    proxy = await proxyClickHouse(({ sql, pass }) => {
      const [bound] = (['events', 'identities', 'values'] as const).filter(
        (kind) => most[kind] !== undefined && BOUNDS[kind].test(sql),
      );
      if (bound === undefined) return pass();
      pass(sql.replace(BOUNDS[bound], (setting) => setting.replace(/\d+$/, String(most[bound]))));
    });
    stack = await startEventsStack(proxy.url);
    await stack.start();
    admin = await stack.furnish();
    clickhouse = new ClickHouse(stack.clickhouseUrl);
    await stack.publisher.publishThroughDoor(1, integrationEvent({ id: 'listed' }), 'no JSON');
    await eventually(async () => {
      const { accepted, published } = await read<Conformance>(admin, PATH);
      return accepted === 1 && published === 2;
    });
  }, 120_000);
  afterAll(async () => {
    await clickhouse?.close();
    await stack?.stop();
    proxy?.stop();
  });

  it('contains null for each number that cannot be computed within the limits', async () => {
    const nothing = { accepted: null, published: null, onTime: null, shared: null, names: null, others: null };
    const listed = { accepted: 2, published: null, onTime: 2, others: 0 };
    await stack.publisher.publishThroughDoor(1, integrationEvent({ id: 'more' }), 'no JSON either');
    await eventually(async () => (await read<Conformance>(admin, PATH)).published === 4);
    most = { events: 1 };
    expect(await read<Conformance>(admin, PATH)).toMatchObject(nothing);
    for (const kind of ['identities', 'values'] as const) {
      most = { [kind]: 1 };
      expect({ kind, ...(await read<Conformance>(admin, PATH)) }).toMatchObject({ kind, ...listed });
    }
    most = {};
    expect(await read<Conformance>(admin, PATH)).toMatchObject({ ...listed, published: 4 });
  });

  it('skips events that arrived before the period, even if the arrival index was added after they were stored', async () => {
    // One of the old events arrived today, so that ClickHouse cannot skip the whole part.
    const then = 'now64(3) - INTERVAL 40 DAY + INTERVAL number SECOND';
    await clickhouse.run(
      `INSERT INTO integration_events
        SELECT * EXCEPT number REPLACE (concat('old ', toString(number)) AS id, ${then} AS timestamp,
          if(number = 7, published_at, ${then}) AS published_at)
        FROM (SELECT * FROM integration_events WHERE id = 'listed') AS one CROSS JOIN numbers(${OLD_ROWS}) AS many
        SETTINGS materialize_skip_indexes_on_insert = 0, max_execution_time = 0`,
    );
    most = { events: OLD_ROWS / 2 };
    await clickhouse.run('ALTER TABLE integration_events DROP INDEX arrival SETTINGS mutations_sync = 2');
    expect((await read<Conformance>(admin, PATH)).accepted).toBeNull();
    await addArrivalIndex(clickhouse, SINGLE);
    const answer = await eventually(async () => {
      const one = await read<Conformance>(admin, PATH);
      return one.accepted !== null && one;
    });
    expect(answer).toMatchObject({ accepted: 3, onTime: 2 });
  });
});
