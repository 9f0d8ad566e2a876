import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventFacets } from '@portico/contracts/http/event-facets';
import { EventIntegrations, MAX_INTEGRATION_NAMES } from '@portico/contracts/http/event-integrations';
import { EventList } from '@portico/contracts/http/events';
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
  it('contain every integration that the caller may see, independently of the filters', async () => {
    const member = await stack.as({ id: 5, usertype: 'CLIENT' });
    for (const query of ['', '?status=FAILURE', '?integration=payroll', '?query=nothing', '?severity=FATAL'])
      expect((await list(member, query)).integrations).toEqual(['banking', 'cards', 'payroll']);
  });

  // spec: D.42, D.57
  it('omit a deleted integration, whose past events are still listed, filtered and counted by its name', async () => {
    await stack.publisher.integration(3, { name: 'cards', deletedAt: new Date().toISOString() });
    await eventually(async () => !(await list(admin)).integrations.includes('cards'));
    const { integrations, data } = await list(admin, '?integration=cards');
    expect(integrations).toEqual(['banking', 'payroll']);
    expect(data).toMatchObject([{ id: 'b', integration: 'cards' }]);
    const facets = EventFacets.parse((await admin('GET', '/events/facets')).body);
    expect(facets.integration).toContainEqual({ value: 'cards', count: 1 });
  });

  describe('beyond the limit of a response', () => {
    const SHOPS = Array.from(
      { length: MAX_INTEGRATION_NAMES + 5 },
      (_, index) => `Shop ${String(index).padStart(3, '0')}`,
    );
    const find = async (call: Call, query: string): Promise<EventIntegrations> =>
      EventIntegrations.parse((await call('GET', `/events/integrations${query}`)).body);

    beforeAll(async () => {
      const { publisher } = stack;
      await publisher.organization(2, { name: 'Globex' });
      for (const [index, name] of SHOPS.entries())
        await publisher.integration(100 + index, { name, organizationId: 2 });
      await publisher.membership(2, { userId: 6, organizationId: 2 });
      await eventually(async () => (await list(admin)).integrationCount === SHOPS.length + 2, 30_000);
    });

    // spec: D.58
    it('contain the first names in alphabetical order, and are marked as incomplete', async () => {
      const { integrations, integrationsAreComplete } = await list(admin);
      expect(integrations).toEqual(['banking', 'payroll', ...SHOPS].slice(0, MAX_INTEGRATION_NAMES));
      expect(integrationsAreComplete).toBe(false);
      const member = await stack.as({ id: 5, usertype: 'CLIENT' });
      expect(await list(member)).toMatchObject({ integrations: ['banking', 'payroll'], integrationsAreComplete: true });
    });

    // spec: D.58
    it('are found by a part of the name in upper or lower case', async () => {
      expect(await find(admin, '?query=SHOP%20204')).toEqual({ data: ['Shop 204'], isComplete: true });
      expect(await find(admin, '?query=shop%2020&limit=2')).toEqual({ data: SHOPS.slice(200, 202), isComplete: false });
      expect(await find(admin, '?query=shop%2020&limit=5')).toEqual({ data: SHOPS.slice(200), isComplete: true });
      expect(await find(admin, '?query=cards')).toEqual({ data: [], isComplete: true });
      expect((await find(admin, '')).data).toHaveLength(MAX_INTEGRATION_NAMES);
      expect((await admin('GET', '/events/integrations?limit=201')).status).toBe(400);
    });

    it("are found only in the caller's organizations", async () => {
      const member = await stack.as({ id: 5, usertype: 'CLIENT' });
      const other = await stack.as({ id: 6, usertype: 'CLIENT' });
      const stranger = await stack.as({ id: 7, usertype: 'CLIENT' });
      expect((await find(member, '')).data).toEqual(['banking', 'payroll']);
      expect((await find(other, '?query=shop%20000')).data).toEqual(['Shop 000']);
      expect((await find(other, '?query=payroll')).data).toEqual([]);
      expect((await find(stranger, '')).data).toEqual([]);
    });
  });
});
