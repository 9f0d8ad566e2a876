import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RejectedCause, RejectedEvent, RejectedSummary } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const USERS = {
  manager: 70_101,
  operator: 70_102,
  viewer: 70_103,
  publisher: 70_104,
  stranger: 70_105,
  outsider: 70_106,
};
type Actor = keyof typeof USERS | 'admin';

/** A rejected event of integration 1. Integrations 1 and 3 belong to Acme, and integration 2 belongs to Globex. */
const own = integrationEvent({ id: 'own door', trace_id: 'broken' });
const beside = integrationEvent({ id: 'beside', source_id: 3, trace_id: 'broken' });
const shared = integrationEvent({ id: 'shared topic', trace_id: 'broken' });
const forged = integrationEvent({
  id: 'forged',
  source_id: 1,
  organization_id: 1,
  details: { message: 'secret of Globex' },
});
const theirs = integrationEvent({ id: 'their door', source_id: 2, organization_id: 2, trace_id: 'broken' });

/** Ids of the rejected events that each actor may see. */
const SEEN: Record<Actor, string[]> = {
  admin: ['own door', 'beside', 'shared topic', 'forged', 'their door'],
  manager: ['own door', 'beside'],
  operator: ['own door', 'beside'],
  viewer: [],
  publisher: ['own door'],
  stranger: ['forged', 'their door'],
  outsider: [],
};
const ACTORS = Object.keys(SEEN) as Actor[];

describe('rejected events of authenticated senders', () => {
  let stack: EventsStack;
  const calls = new Map<Actor, Call>();
  const call = (actor: Actor): Call => {
    const one = calls.get(actor);
    if (!one) throw new Error(actor);
    return one;
  };
  let all: RejectedEvent[];
  const rejected = (id: string): RejectedEvent => {
    const one = all.find(({ event_id }) => event_id === id);
    if (!one) throw new Error(`${id} was not rejected`);
    return one;
  };

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    await publisher.integration(3, { name: 'beside', organizationId: 1 });
    for (const [id, role] of (['manager', 'operator', 'viewer'] as const).entries())
      await publisher.membership(id + 10, { userId: USERS[role], organizationId: 1, role });
    await publisher.membership(20, { userId: USERS.stranger, organizationId: 2, role: 'manager' });
    await publisher.publisher(1, { userId: USERS.publisher, integrationId: 1 });
    calls.set('admin', await stack.furnish());
    for (const [actor, id] of Object.entries(USERS))
      calls.set(actor as Actor, await stack.as({ id, usertype: 'VENDOR' }));
    await publisher.publish(shared);
    for (const [sender, event] of [
      [1, own],
      [3, beside],
      [2, forged],
      [2, theirs],
    ] as const)
      await publisher.publishThroughDoor(sender, event);
    all = await eventually(async () => {
      const { data } = await read<{ data: RejectedEvent[] }>(call('admin'), '/events/rejected?limit=100');
      return data.length === 5 && data;
    }, 30_000);
  }, 90_000);
  afterAll(() => stack?.stop());

  // spec: D.66, D.70
  it.each(ACTORS)('are listed, counted and summarized by their sender, for the %s', async (actor) => {
    const wanted = new Set(SEEN[actor]);
    const list = await read<{ data: RejectedEvent[]; count: number }>(call(actor), '/events/rejected?limit=100');
    expect(new Set(list.data.map(({ event_id }) => event_id))).toEqual(wanted);
    expect([list.data.length, list.count]).toEqual([wanted.size, wanted.size]);
    const causes = await read<{ data: RejectedCause[] }>(call(actor), '/events/rejected/causes');
    expect(causes.data.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.size);
    const summary = await read<{ data: RejectedSummary[] }>(call(actor), '/events/rejected/summary');
    expect(summary.data.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.size);
    const search = await read<{ count: number }>(call(actor), '/events/rejected?query=secret of Globex');
    expect(search.count).toBe(wanted.has('forged') ? 1 : 0);
  });

  // spec: D.70
  it.each(ACTORS)('can be opened, checked and published only if they are in the list of the %s', async (actor) => {
    for (const event of all) {
      const isSeen = SEEN[actor].includes(event.event_id ?? '');
      const got = await call(actor)('GET', `/events/rejected/${event.id}`);
      expect([event.event_id, got.status]).toEqual([event.event_id, isSeen ? 200 : 404]);
      const checked = await call(actor)('POST', `/events/validate?rejected=${event.id}`, {});
      expect([event.event_id, checked.status]).toEqual([event.event_id, isSeen ? 200 : 404]);
      const published = await call(actor)('POST', `/events/rejected/${event.id}/publish`, { value: '{}' });
      expect([event.event_id, published.status]).toEqual([event.event_id, isSeen ? 400 : 404]);
    }
  });

  it('belong to the integration that sent them, not to the integration that they claim', async () => {
    expect(rejected('forged')).toMatchObject({
      integration: 'banking',
      organization: 'Globex',
      rejection: { code: 'not_your_integration' },
    });
    expect((await read<{ count: number }>(call('admin'), '/events/rejected?integration=1')).count).toBe(2);
  });

  // spec: D.70
  it('can be corrected by their publisher without a change of integration, and are then listed for the publisher', async () => {
    const { id } = rejected('own door');
    const correct = (event: object) =>
      call('publisher')('POST', `/events/rejected/${id}/publish`, { value: JSON.stringify(event) });
    const sound = { ...own, trace_id: 'a'.repeat(32) };
    expect(await correct({ ...sound, source_id: 2, organization_id: 2 })).toMatchObject({
      status: 400,
      body: { faults: [{ pointer: '/source_id' }] },
    });
    expect(await correct(sound)).toMatchObject({ status: 200, body: { event_id: own.id } });
    const { data } = await read<{ data: { id: string; position: { partition: number } }[] }>(
      call('publisher'),
      '/events',
    );
    expect(data).toMatchObject([{ id: own.id, position: { partition: expect.any(Number) } }]);
    expect(data[0]?.position.partition).toBeGreaterThanOrEqual(1_000_000);
    expect((await read<RejectedEvent>(call('publisher'), `/events/rejected/${id}`)).isListed).toBe(true);
  });

  it('belong to the former organization of a moved integration, and cannot be published to the new organization by members of the former one', async () => {
    await stack.publisher.integration(3, { name: 'beside', organizationId: 2 });
    const { id } = rejected('beside');
    const integrations = () => read<{ integrations: string[] }>(call('stranger'), '/events');
    await eventually(async () => (await integrations()).integrations.includes('beside'));
    expect((await call('stranger')('GET', `/events/rejected/${id}`)).status).toBe(404);
    expect(await call('operator')('GET', `/events/rejected/${id}`)).toMatchObject({
      status: 200,
      body: { organization: null },
    });
    const value = JSON.stringify({ ...beside, organization_id: 2, trace_id: 'a'.repeat(32) });
    expect(await call('operator')('POST', `/events/rejected/${id}/publish`, { value })).toMatchObject({
      status: 400,
      body: { faults: [{ message: 'there is no integration 3' }] },
    });
  });
});
