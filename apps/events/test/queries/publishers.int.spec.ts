import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, LiveViewer, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const PUBLISHER = 70_110;
const TRACE = 'f'.repeat(32);

/** Integrations 1 and 3 belong to Acme, and the publisher publishes for 1. Integration 2 belongs to Globex. */
const EVENTS = [
  integrationEvent({ id: 'own', trace_id: TRACE }),
  integrationEvent({ id: 'beside', source_id: 3, trace_id: TRACE }),
  integrationEvent({ id: 'theirs', source_id: 2, organization_id: 2, trace_id: TRACE }),
];

describe('a publisher', () => {
  let stack: EventsStack;
  let publisher: Call;
  const viewers: LiveViewer[] = [];

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    await stack.publisher.integration(3, { name: 'beside', organizationId: 1 });
    await stack.publisher.publisher(1, { userId: PUBLISHER, integrationId: 1 });
    const admin = await stack.furnish();
    publisher = await stack.as({ id: PUBLISHER, usertype: 'VENDOR' });
    await stack.publisher.publish(...EVENTS);
    await eventually(async () => (await read<EventList>(admin, '/events')).count === EVENTS.length, 30_000);
  }, 90_000);
  afterEach(() => viewers.splice(0).forEach((viewer) => viewer.close()));
  afterAll(() => stack?.stop());

  const view = async (): Promise<LiveViewer> => {
    const token = await stack.tokens.sign({ id: PUBLISHER, usertype: 'VENDOR' });
    const viewer = new LiveViewer(`http://127.0.0.1:${stack.port()}`, token);
    viewers.push(viewer);
    await viewer.open();
    return viewer;
  };

  // spec: D.66
  it('sees only the events of its integrations in list, facets, histogram, export and trace', async () => {
    const list = await read<EventList>(publisher, '/events');
    expect(list.data.map(({ id }) => id)).toEqual(['own']);
    expect(list).toMatchObject({ count: 1, integrations: ['payroll'], integrationCount: 1 });
    for (const narrowed of ['organizations=1', 'integration=payroll', 'where=status:SUCCESS'])
      expect((await read<EventList>(publisher, `/events?${narrowed}`)).count).toBe(1);
    for (const narrowed of ['organizations=2', 'integration=beside', 'integration=banking'])
      expect((await read<EventList>(publisher, `/events?${narrowed}`)).count).toBe(0);
    const facets = await read<EventFacets>(publisher, '/events/facets');
    expect(facets.integration).toEqual([{ value: 'payroll', count: 1 }]);
    expect(facets.organization).toMatchObject([{ value: 1, count: 1 }]);
    const { buckets } = await read<{ buckets: { success: number }[] }>(publisher, '/events/histogram');
    expect(buckets.reduce((sum, { success }) => sum + success, 0)).toBe(1);
    const { body } = await publisher('GET', '/events/export?format=ndjson');
    expect(String(body).trim().split('\n')).toHaveLength(1);
    const { data } = await read<EventList>(publisher, `/events/traces/${TRACE}`);
    expect(data.map(({ id }) => id)).toEqual(['own']);
  });

  // spec: D.66
  it('receives live events of its integrations only, and is reset when it loses the right to read them', async () => {
    const viewer = await view();
    const next = (changes: object) => integrationEvent({ trace_id: TRACE, ...changes });
    const [mine, others] = [next({ id: 'live own' }), next({ id: 'live beside', source_id: 3 })];
    await stack.publisher.publish(others);
    await stack.publisher.publish(mine);
    await eventually(() => viewer.rows.has(mine.id));
    expect(viewer.received).toEqual([mine.id]);
    await stack.publisher.publisher(1, { userId: PUBLISHER, integrationId: 1, deletedAt: new Date().toISOString() });
    await eventually(() => viewer.resets.includes('permissions_changed') && viewer.subscriptions === 2);
    expect((await read<EventList>(publisher, '/events')).count).toBe(0);
    await stack.publisher.publisher(2, { userId: PUBLISHER, integrationId: 1 });
    await eventually(() => viewer.resets.length === 2 && viewer.rows.has(mine.id));
  });

  it('sees only the events of a moved integration that belong to its current organization', async () => {
    const viewer = await view();
    await stack.publisher.integration(1, { name: 'payroll', organizationId: 2 });
    await eventually(() => viewer.resets.includes('permissions_changed'));
    expect((await read<EventList>(publisher, '/events')).count).toBe(0);
    await stack.publisher.publish(integrationEvent({ id: 'moved', organization_id: 2 }));
    await eventually(() => viewer.rows.has('moved'));
    await eventually(async () => (await read<EventList>(publisher, '/events')).data[0]?.id === 'moved');
    expect((await read<EventList>(publisher, '/events')).count).toBe(1);
  });
});
