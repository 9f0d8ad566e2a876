import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Page } from '@portico/contracts/common/page';
import {
  type Call,
  caller,
  eventually,
  LiveViewer,
  read,
  runServiceCommand,
  type ServiceProcess,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { INGEST_GROUP } from '../src/logs/topic-offsets.ts';
import { type EventsStack, startEventsStack } from './support/events-stack.ts';

jest.setTimeout(120_000);

const INGEST = '/ingest/events';
const LISTS = [
  '/events',
  '/events/facets',
  '/events/histogram',
  '/events/export',
  `/events/traces/${'a'.repeat(32)}`,
  '/events/rejected',
];

describe('separate processes for each role', () => {
  let stack: EventsStack;
  let token: string;
  let ingest: ServiceProcess;
  let live: ServiceProcess;
  let queries: ServiceProcess;
  let doors: ServiceProcess;
  let ask: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    token = await stack.tokens.sign();
    ingest = await stack.start(0, { EVENTS_ROLES: 'ingest' });
    live = await stack.start(0, { EVENTS_ROLES: 'live' });
    queries = await stack.start(0, { EVENTS_ROLES: ' queries ' });
    doors = await stack.start(0, { EVENTS_ROLES: 'doors' });
    ask = caller(queries.url, token);
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    await eventually(async () => (await list()).integrations.length > 0, 60_000);
  }, 240_000);
  afterAll(async () => stack?.stop());

  const list = (): Promise<EventList> => read<EventList>(ask, '/events');
  const statusOf = async (service: ServiceProcess, path: string): Promise<number> =>
    (await caller(service.url, token)('GET', path)).status;
  const metricsOf = async ({ url }: ServiceProcess): Promise<string> => (await fetch(new URL('/metrics', url))).text();
  const groups = async (): Promise<Map<string, number>> => {
    const admin = stack.kafka.admin();
    await admin.connect();
    try {
      const { groups: found } = await admin.describeGroups([INGEST_GROUP, 'events.rejected']);
      return new Map(found.map(({ groupId, members }) => [groupId, members.length]));
    } finally {
      await admin.disconnect();
    }
  };

  it('store events, show live rows and serve lists together', async () => {
    const event = integrationEvent();
    const viewer = await new LiveViewer(live.url, token, {}, queries.url).open();
    await stack.publisher.publish(event, { key: '1', value: 'not an event' });
    await eventually(() => viewer.received.includes(event.id), 60_000);
    await eventually(async () => (await list()).data.some(({ id }) => id === event.id), 60_000);
    await eventually(async () => (await read<Page<RejectedEvent>>(ask, '/events/rejected')).count === 1, 60_000);
    expect(viewer.received).toEqual([event.id]);
    viewer.check();
    viewer.close();
  });

  it('have only the endpoints, metrics and consumers of their role, and health endpoints', async () => {
    const publish = async ({ url }: ServiceProcess): Promise<number> => (await caller(url)('POST', INGEST, [])).status;
    for (const service of [ingest, live, queries]) expect(await publish(service)).toBe(404);
    expect(await publish(doors)).toBe(401);
    for (const path of LISTS) {
      expect([path, await statusOf(doors, path)]).toEqual([path, 404]);
      expect([path, await statusOf(ingest, path)]).toEqual([path, 404]);
      expect([path, await statusOf(live, path)]).toEqual([path, 404]);
    }
    expect((await caller(live.url, token)('GET', '/events')).body).toMatchObject({ code: 'not_found' });
    for (const service of [ingest, queries, doors]) {
      const viewer = new LiveViewer(service.url, token);
      await expect(viewer.open()).rejects.toThrow(/websocket error/);
      viewer.close();
    }
    for (const service of [ingest, live, queries, doors]) {
      expect(await statusOf(service, '/health/ready')).toBe(200);
      expect(await statusOf(service, '/health/dependencies')).toBe(200);
    }
    expect(await metricsOf(ingest)).toContain('portico_ingest_');
    expect(await metricsOf(live)).not.toContain('portico_ingest_');
    expect(await metricsOf(queries)).not.toContain('portico_ingest_');
    expect(await groups()).toEqual(
      new Map([
        [INGEST_GROUP, 1],
        ['events.rejected', 1],
      ]),
    );
  });
});

describe('EVENTS_ROLES', () => {
  it.each(['', 'ingest,store', 'ingest,,live'])("is rejected with a list of the roles if it is '%s'", async (roles) => {
    const { code, said } = await runServiceCommand('events', [], { EVENTS_ROLES: roles });
    expect(code).toBe(1);
    expect(said).toContain(
      `EVENTS_ROLES: should be a list, separated by commas, of ingest, doors, live, queries, and is '${roles}'`,
    );
  });
});
