import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MeteredPeriod } from '@portico/contracts/events/orgs';
import type { EventList } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { TestEvent } from '@portico/contracts/http/test-events';
import { type Call, eventually, LiveViewer, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const DAY = 86_400_000;
const PERIOD: MeteredPeriod = {
  startsAt: new Date(Date.now() - DAY).toISOString(),
  endsAt: new Date(Date.now() + DAY).toISOString(),
  where: 'status:SUCCESS',
  hard: true,
};

describe('an event over a hard entitlement', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let send: Send;
  let test: Send;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
    ({ send } = await openDoor(stack, service.url, { integration: 70_301, organization: 1 }));
    ({ send: test } = await openDoor(stack, service.url, { integration: 70_302, organization: 1, mode: 'test' }));
    await stack.publisher.entitlement(1, { usedCount: 10, period: PERIOD });
    await eventually(async () => !(await isAccepted()));
  }, 90_000);
  afterAll(() => stack?.stop());

  const isAccepted = async (event = integrationEvent()): Promise<boolean> =>
    ((await admin('POST', '/events/validate', event)).body as { accepted: boolean }).accepted;
  const listed = async (id: string): Promise<boolean> =>
    (await read<EventList>(admin, `/events?where=${encodeURIComponent(`id:"${id}"`)}`)).count === 1;
  const rejected = (id: string): Promise<RejectedEvent> =>
    eventually(async () => {
      const { data } = await read<{ data: RejectedEvent[] }>(admin, '/events/rejected?code=over_entitlement&limit=100');
      return data.find(({ event_id: event }) => event === id);
    });

  it('is rejected over HTTP, and appears neither in the list nor in live rows', async () => {
    const viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
    const own = { source_id: 70_301, organization_id: 1 };
    const [over, uncounted] = [integrationEvent(own), integrationEvent({ ...own, result: 'FAILURE' })];
    const answer = taken(await send([over, uncounted]));
    expect(answer).toMatchObject({ accepted: 1, rejected: [{ index: 0, id: over.id, code: 'over_entitlement' }] });
    expect((await rejected(over.id)).rejection).toEqual({
      code: 'over_entitlement',
      reason: 'the organization has used all that entitlement 1 allows',
      pointer: '',
    });
    await eventually(() => viewer.rows.has(uncounted.id));
    await eventually(() => listed(uncounted.id));
    expect([viewer.rows.has(over.id), await listed(over.id)]).toEqual([false, false]);
    viewer.close();
  });

  it('is accepted for another organization and as a test event', async () => {
    const other = integrationEvent({ source_id: 2, organization_id: 2 });
    await stack.publisher.publish(other);
    await eventually(() => listed(other.id));
    const event = integrationEvent({ source_id: 70_302, organization_id: 1 });
    expect(taken(await test(event))).toMatchObject({ accepted: 1, rejected: [] });
    const stored = await eventually(async () => {
      const { data } = await read<{ data: TestEvent[] }>(admin, '/events/test?integration=70302');
      return data[0];
    });
    expect(JSON.stringify(stored)).not.toContain('over_entitlement');
  });

  it('stays listed once if it is sent again after the limit was reached', async () => {
    await stack.publisher.entitlement(1, { usedCount: 9, period: PERIOD });
    const event = integrationEvent();
    await eventually(() => isAccepted(event));
    await stack.publisher.publish(event);
    await eventually(() => listed(event.id));
    await stack.publisher.entitlement(1, { usedCount: 10, period: PERIOD });
    await eventually(async () => !(await isAccepted(event)));
    await stack.publisher.publish(event);
    expect((await rejected(event.id)).isListed).toBe(true);
    expect(await listed(event.id)).toBe(true);
  });

  it('cannot be republished before the limit is raised', async () => {
    const event = integrationEvent();
    await stack.publisher.publish(event);
    const { id } = await rejected(event.id);
    const again = () => admin('POST', `/events/rejected/${id}/publish`, { value: JSON.stringify(event) });
    expect(await again()).toMatchObject({
      status: 400,
      body: { message: ['the organization has used all that entitlement 1 allows'] },
    });
    await stack.publisher.entitlement(1, { usedCount: 10, allowedCount: 11, period: PERIOD });
    await eventually(async () => (await again()).status === 200);
    await eventually(() => listed(event.id));
  });
});
