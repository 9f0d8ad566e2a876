import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventFacets, EventList } from '@portico/contracts/http/events';
import { type Call, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(60_000);

describe('integrations of GET /events', () => {
  let stack: EventsStack;
  let admin: Call;
  const list = async (call: Call, query = ''): Promise<EventList> =>
    EventList.parse((await call('GET', `/events${query}`)).body);

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    admin = await stack.as();
    const { publisher } = stack;
    await publisher.organization(1, { name: 'Acme' });
    for (const [id, name] of [
      [1, 'payroll'],
      [2, 'banking'],
      [3, 'cards'],
    ] as const)
      await publisher.integration(id, { name });
    await publisher.membership(1, { userId: 5, organizationId: 1 });
    await eventually(async () => (await list(admin)).integrations.length === 3, 30_000);
    await publisher.publish(integrationEvent({ id: 'a' }), integrationEvent({ id: 'b', source_id: 3 }));
    await eventually(async () => (await list(admin)).count === 2);
  });
  afterAll(() => stack?.stop());

  // spec: D.41
  it('are those that the caller may see, independent of the filters', async () => {
    const member = await stack.as({ id: 5, usertype: 'CLIENT' });
    for (const query of ['', '?status=FAILURE', '?integration=payroll', '?query=nothing', '?severity=FATAL'])
      expect((await list(member, query)).integrations).toEqual(['banking', 'cards', 'payroll']);
  });

  // spec: D.42, D.57
  it('omit a deleted one, whose past events are still listed, filtered and counted by its name', async () => {
    await stack.publisher.integration(3, { name: 'cards', deletedAt: new Date().toISOString() });
    await eventually(async () => !(await list(admin)).integrations.includes('cards'));
    const { integrations, data } = await list(admin, '?integration=cards');
    expect(integrations).toEqual(['banking', 'payroll']);
    expect(data).toMatchObject([{ id: 'b', integration: 'cards' }]);
    const facets = EventFacets.parse((await admin('GET', '/events/facets')).body);
    expect(facets.integration).toContainEqual({ value: 'cards', count: 1 });
  });
});
