import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { REJECTION_HEADERS, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, readTopic, type Received } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(180_000);

const EVENTS = 64;
/** Positions of the events that the table rejects. */
const GUILTY = new Set([0, 20, 21, 63]);
const NOT_TAKEN = 'payrun.impossible';

let stack: EventsStack;
let admin: Call;
let rejected: { received: Received[]; stop: () => Promise<void> };

beforeAll(async () => {
  stack = await startEventsStack();
  await stack.start();
  admin = await stack.as();
  await stack.publisher.organization(1, { name: 'Acme' });
  await stack.publisher.integration(1, { name: 'payroll' });
  rejected = await readTopic(REJECTED_EVENTS_TOPIC, stack.kafka);
  await eventually(async () => (await list()).integrations.includes('payroll'), 60_000);
  const clickhouse = new ClickHouse(stack.clickhouseUrl);
  await clickhouse.run(`ALTER TABLE integration_events ADD CONSTRAINT possible CHECK event_name != '${NOT_TAKEN}'`);
  await clickhouse.close();
}, 120_000);

afterAll(async () => {
  await rejected?.stop();
  await stack?.stop();
});

const list = async (): Promise<EventList> => (await admin('GET', '/events?limit=500')).body as EventList;

it('the ingest finds and rejects valid events that ClickHouse rejects, and stores all other events', async () => {
  const events = Array.from({ length: EVENTS }, (_, index) =>
    integrationEvent(GUILTY.has(index) ? { event_name: NOT_TAKEN } : {}),
  );
  const innocent = events.filter(({ event_name }) => event_name !== NOT_TAKEN).map(({ id }) => id);
  const guilty = events.filter(({ event_name }) => event_name === NOT_TAKEN);
  await stack.publisher.publish(...events);

  await eventually(async () => (await list()).count === innocent.length, 60_000);
  expect((await list()).data.map(({ id }) => id).toSorted()).toEqual(innocent.toSorted());
  await eventually(() => rejected.received.length === guilty.length, 60_000);
  for (const { id } of guilty) {
    const rejection = rejected.received.find(({ value }) => value?.includes(id));
    expect(rejection?.headers).toMatchObject({
      [REJECTION_HEADERS.code]: 'invalid_field',
      [REJECTION_HEADERS.reason]: 'the event has a value that cannot be stored',
    });
  }
  const next = integrationEvent();
  await stack.publisher.publish(next);
  await eventually(async () => (await list()).data.some(({ id }) => id === next.id), 60_000);
});
