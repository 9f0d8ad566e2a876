import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REJECTION_HEADERS, REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import {
  type Call,
  eventually,
  LiveViewer,
  readTopic,
  type ServiceStack,
  STARTING,
  startServiceStack,
} from '@portico/testkit';
import { newId, unique } from './orgs.ts';

/** Milliseconds within which an administrator's change must be visible. */
const TIMEOUT_MS = 1_000;

const APPS = ['orgs', 'integrations', 'events'] as const;
type Created = { id: number; name: string };

describe('the events service, following changes of orgs and integrations', () => {
  let stack: ServiceStack<(typeof APPS)[number]>;
  let orgs: Call;
  let integrations: Call;
  let events: Call;

  const list = async (call: Call): Promise<EventList> => (await call('GET', '/events?limit=100')).body as EventList;
  const row = async (call: Call, id: string): Promise<EventRow | undefined> =>
    (await list(call)).data.find((each) => each.id === id);
  const create = async (call: Call, path: string, body: object): Promise<Created> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as Created;
  };
  /** Creates an organization with an integration and one stored event. */
  const published = async (): Promise<{ organization: Created; integration: Created; eventId: string }> => {
    const organization = await create(orgs, '/organizations', { name: unique('Northwind') });
    const fields = { name: unique('payroll'), organizationId: organization.id };
    const integration = await create(integrations, '/integrations', fields);
    await eventually(async () => (await list(events)).integrations.includes(integration.name));
    const eventId = await stack.publish(integration.id, organization.id);
    await eventually(() => row(events, eventId));
    return { organization, integration, eventId };
  };
  /** Opens a client's live list of events. */
  const watch = async (userId: number): Promise<LiveViewer> =>
    new LiveViewer(stack.url('events'), await stack.token('CLIENT', userId)).open();
  const assign = (organizationId: number, id: number, approved: boolean) =>
    orgs('PUT', '/organizations/assign-many', { organizationId, users: [{ id, approved }] });

  beforeAll(async () => {
    stack = await startServiceStack(APPS);
    [orgs, integrations, events] = await Promise.all([
      stack.as('orgs', 'ADMIN', 1),
      stack.as('integrations', 'ADMIN', 1),
      stack.as('events', 'ADMIN', 1),
    ]);
    await eventually(async () => (await events('GET', '/health/ready')).status === 200, 30_000);
  }, STARTING);
  afterAll(() => stack.stop());

  it('shows the new name of an integration or organization in the list', async () => {
    const { organization, integration, eventId } = await published();
    expect(await row(events, eventId)).toMatchObject({
      integration: integration.name,
      organization: organization.name,
    });
    const [wages, bergen] = [unique('wages'), unique('Northwind Bergen')];
    await integrations('PATCH', `/integrations/${integration.id}`, { name: wages });
    await orgs('PUT', `/organizations/${organization.id}`, { name: bergen });
    await eventually(async () => {
      expect(await row(events, eventId)).toMatchObject({ integration: wages, organization: bergen });
      return true;
    }, TIMEOUT_MS);
    await eventually(async () => {
      const { body } = await integrations('GET', `/integrations/${integration.id}`);
      expect(body).toMatchObject({ organization: { name: bergen } });
      return true;
    }, TIMEOUT_MS);
  });

  it('shows events to an approved member, in the list and live, without another sign-in', async () => {
    const { organization, integration, eventId } = await published();
    const userId = newId();
    const client = await stack.as('orgs', 'CLIENT', userId);
    await client('PUT', '/organizations/assign', { organizationId: organization.id, assign: true });
    const viewer = await watch(userId);
    expect([...viewer.rows.keys()]).toEqual([]);
    const unseen = await stack.publish(integration.id, organization.id);
    await eventually(() => row(events, unseen));
    expect(viewer.received).toEqual([]);

    await assign(organization.id, userId, true);
    await eventually(() => viewer.resets.length === 1, TIMEOUT_MS);
    await eventually(() => [eventId, unseen].every((id) => viewer.rows.has(id)));
    const live = await stack.publish(integration.id, organization.id);
    await eventually(() => viewer.received.includes(live));
    viewer.close();
  });

  it.each(['removed by an administrator', 'leaving by themselves'])(
    'stops live rows within a second for a member %s',
    async (how) => {
      const { organization, integration, eventId } = await published();
      const userId = newId();
      await assign(organization.id, userId, true);
      const clientEvents = await stack.as('events', 'CLIENT', userId);
      await eventually(() => row(clientEvents, eventId));
      const viewer = await watch(userId);
      const seen = await stack.publish(integration.id, organization.id);
      await eventually(() => viewer.received.includes(seen));

      const body = { organizationId: organization.id };
      if (how.startsWith('removed')) await orgs('PUT', '/organizations/assign-many', { ...body, users: [] });
      else await (await stack.as('orgs', 'CLIENT', userId))('PUT', '/organizations/assign', { ...body, assign: false });
      await eventually(() => viewer.resets.includes('permissions_changed'), TIMEOUT_MS);
      expect((await list(clientEvents)).data).toEqual([]);
      const hidden = await stack.publish(integration.id, organization.id);
      await eventually(() => row(events, hidden));
      expect([...viewer.rows.keys()]).toEqual([]);
      viewer.close();
    },
  );

  it('keeps past events of a deleted integration readable, and rejects new events', async () => {
    const { organization, integration, eventId } = await published();
    await integrations('DELETE', `/integrations/${integration.id}`);
    const rejected = await readTopic(REJECTED_EVENTS_TOPIC, stack.own.kafka);
    const rejection = await eventually(async () => {
      const id = await stack.publish(integration.id, organization.id);
      await eventually(async () => {
        const isStored = (await row(events, id)) !== undefined;
        return isStored || rejected.received.some(({ value }) => value?.includes(id));
      });
      return rejected.received.find(({ value }) => value?.includes(id));
    });
    expect(rejection.headers[REJECTION_HEADERS.code]).toBe('unknown_integration');
    await rejected.stop();
    expect(await row(events, eventId)).toMatchObject({ integration: integration.name });
  });

  it("shows a deleted organization's events only to administrators, with the organization's name", async () => {
    const { organization, eventId } = await published();
    const userId = newId();
    await assign(organization.id, userId, true);
    const clientEvents = await stack.as('events', 'CLIENT', userId);
    await eventually(() => row(clientEvents, eventId));
    expect((await orgs('DELETE', `/organizations/${organization.id}`)).status).toBe(204);
    await eventually(async () => {
      const { data, count, integrations: names } = await list(clientEvents);
      return data.length === 0 && count === 0 && names.length === 0;
    }, TIMEOUT_MS);
    expect(await row(events, eventId)).toMatchObject({ organization: organization.name });
    expect((await (await stack.as('orgs', 'CLIENT', userId))('GET', '/users/organizations')).body).toMatchObject({
      count: 0,
    });
  });
});
