import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENT_TYPE, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import { type Call, eventually, everyEvent } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_201;
const ORGANIZATION = 70_200;
const ENVELOPE = { specversion: '1.0', id: 'of the envelope', source: '/payroll', type: INTEGRATION_EVENT_TYPE };

const anEvent = (environment?: unknown): IntegrationEvent =>
  integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION, details: { message: 'done', environment } });
const messageOf = (value: object, headers: Record<string, string> = {}) => ({
  key: String(ORGANIZATION),
  value: JSON.stringify(value),
  headers,
});

describe('the environment of an event', () => {
  let stack: EventsStack;
  let send: Send;
  let admin: Call;
  /** The expected environment by event id. */
  const wanted = new Map<string, string>();
  const wants = (environment: string, event: IntegrationEvent): IntegrationEvent => {
    wanted.set(event.id, environment);
    return event;
  };

  beforeAll(async () => {
    stack = await startEventsStack();
    const { url } = await stack.start();
    ({ send } = await openDoor(stack, url, { integration: SOURCE, organization: ORGANIZATION }));
    admin = await stack.as();
    await overHttp();
    await overKafka();
    await eventually(async () => (await everyEvent(admin)).length === wanted.size, 30_000);
  }, 120_000);
  afterAll(async () => stack?.stop());

  async function overHttp(): Promise<void> {
    const accepted = ['prod eu', 'prod eu', 'é'.repeat(128), 'two\nlines'];
    const dropped = ['e'.repeat(129), 'e'.repeat(10_000), 7, ['a'], null, '', 'nul\0', undefined];
    const events = [
      ...accepted.map((one) => wants(one, anEvent(one))),
      ...dropped.map((one) => wants('', anEvent(one))),
    ];
    expect(taken(await send(events)).accepted).toBe(events.length);
    const structured = { ...ENVELOPE, environment: 'staging', data: wants('staging', anEvent('of the details')) };
    expect(taken(await send(structured, { 'content-type': 'application/cloudevents+json' })).accepted).toBe(1);
    const tooLong = { ...ENVELOPE, environment: 'e'.repeat(10_000), data: wants('in details', anEvent('in details')) };
    expect(taken(await send(tooLong, { 'content-type': 'application/cloudevents+json' })).accepted).toBe(1);
    const headers = {
      'ce-specversion': '1.0',
      'ce-id': 'x',
      'ce-source': '/x',
      'ce-type': INTEGRATION_EVENT_TYPE,
      'ce-environment': 'caf%C3%A9',
    };
    expect(taken(await send(wants('café', anEvent('of the details')), headers)).accepted).toBe(1);
  }

  const overKafka = (): Promise<void> =>
    stack.publisher.publish(
      wants('plain', anEvent('plain')),
      messageOf({ ...ENVELOPE, environment: 'kafka', data: wants('kafka', anEvent()) }),
      messageOf(wants('kafka', anEvent('of the details')), {
        ce_specversion: '1.0',
        ce_id: 'x',
        ce_source: '/x',
        ce_type: INTEGRATION_EVENT_TYPE,
        ce_environment: 'kafka',
      }),
    );

  /** Query parameters that filter by an environment. A query cannot contain a line break. */
  const queriesOf = (environment: string): Record<string, string>[] => [
    { environment },
    ...(environment.includes('\n') ? [] : [{ where: `environment:${JSON.stringify(environment)}` }]),
  ];
  const idsOf = (environment: string): Set<string> =>
    new Set([...wanted].flatMap(([id, one]) => (one === environment ? [id] : [])));

  it('is the attribute of the CloudEvent if valid, otherwise the text in the details if valid, and otherwise empty', async () => {
    const rows = await everyEvent(admin);
    expect(new Map(rows.map((row) => [row.id, row.environment]))).toEqual(wanted);
  });

  it('filters lists as a parameter and in a query', async () => {
    for (const environment of new Set([...wanted.values()].filter(Boolean)))
      for (const query of queriesOf(environment)) {
        const found = await everyEvent(admin, query);
        expect(new Set(found.map(({ id }) => id))).toEqual(idsOf(environment));
      }
    expect((await everyEvent(admin, { where: '-environment:*' })).map(({ id }) => id)).toHaveLength(idsOf('').size);
    expect(await everyEvent(admin, { where: 'environment:KAFKA' })).toEqual([]);
  });

  it('is part of an export', async () => {
    const { status, body } = await admin('GET', '/events/export?format=ndjson&environment=kafka');
    const lines = String(body).trimEnd().split('\n');
    expect(status).toBe(200);
    expect(lines.map((line) => JSON.parse(line).environment)).toEqual(['kafka', 'kafka']);
    const { body: csv } = await admin('GET', '/events/export?format=csv&environment=staging');
    const [header = '', row = ''] = String(csv).trim().split(/\r?\n/);
    expect([header.endsWith(',subject,environment'), row.endsWith(',staging')]).toEqual([true, true]);
  });
});
