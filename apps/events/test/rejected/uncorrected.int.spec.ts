import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RejectedEvent, Uncorrected } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const USERS = { operator: 70_201, viewer: 70_202, publisher: 70_203 };

/** An invalid event. Integrations 1 and 3 belong to Acme, and integration 2 belongs to Globex. */
const broken = (source_id: number, organization_id: number) =>
  integrationEvent({ source_id, organization_id, trace_id: 'broken' });
const events = { first: broken(1, 1), second: broken(1, 1), beside: broken(3, 1), theirs: broken(2, 2) };

describe('rejected events without a correction', () => {
  let stack: EventsStack;
  let admin: Call;
  const others = new Map<keyof typeof USERS, Call>();
  const seenBy = async (call: Call | undefined): Promise<Uncorrected[]> => {
    if (!call) throw new Error('there is no such user');
    return (await read<{ data: Uncorrected[] }>(call, '/events/rejected/uncorrected')).data;
  };
  const countsOf = async (call: Call | undefined) =>
    (await seenBy(call)).map(({ integration_id, count }) => [integration_id, count]);

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    await publisher.integration(3, { name: 'beside', organizationId: 1 });
    await publisher.membership(10, { userId: USERS.operator, organizationId: 1, role: 'operator' });
    await publisher.membership(11, { userId: USERS.viewer, organizationId: 1, role: 'viewer' });
    await publisher.publisher(1, { userId: USERS.publisher, integrationId: 1 });
    admin = await stack.furnish();
    for (const [name, id] of Object.entries(USERS))
      others.set(name as keyof typeof USERS, await stack.as({ id, usertype: 'VENDOR' }));
    for (const event of Object.values(events)) await publisher.publishThroughDoor(event.source_id, event);
    await publisher.publish({ key: '1', value: 'no JSON' });
    await eventually(async () => (await read<{ count: number }>(admin, '/events/rejected')).count === 5, 30_000);
  }, 90_000);
  afterAll(() => stack?.stop());

  it('are counted by integration, limited to events that the caller may correct', async () => {
    const { data } = await read<{ data: RejectedEvent[] }>(admin, '/events/rejected');
    const own = data.filter(({ integration_id }) => integration_id === 1).map(({ published_at }) => published_at);
    expect((await seenBy(admin))[0]).toEqual({
      integration_id: 1,
      integration: 'payroll',
      organization: 'Acme',
      count: 2,
      since: own.at(-1),
      last_at: own[0],
    });
    expect(await countsOf(admin)).toEqual([
      [1, 2],
      [null, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(await countsOf(others.get('operator'))).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(await countsOf(others.get('publisher'))).toEqual([[1, 2]]);
    expect(await countsOf(others.get('viewer'))).toEqual([]);
  });

  it('do not include corrected events and events of deleted integrations', async () => {
    const correct = ({ id }: { id: string }) => stack.publisher.publish(integrationEvent({ id }));
    await correct(events.first);
    await eventually(async () => (await countsOf(others.get('publisher'))).join() === '1,1');
    await correct(events.second);
    await eventually(async () => (await countsOf(others.get('publisher'))).length === 0);
    expect(await countsOf(others.get('operator'))).toEqual([[3, 1]]);
    await stack.publisher.integration(3, { name: 'beside', organizationId: 1, deletedAt: new Date().toISOString() });
    await eventually(async () => (await countsOf(others.get('operator'))).length === 0);
    expect(await countsOf(admin)).toEqual([
      [null, 1],
      [2, 1],
    ]);
  });
});
