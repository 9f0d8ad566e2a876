import type { DeadLetterContent, DeadLetters } from '@portico/contracts/http/dead-letters';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { type Call, eventually, STARTING } from '@portico/testkit';
import { type Integrations, newId, type Row, startIntegrations } from './integrations.ts';

describe("integrations' copy of organizations", () => {
  let integrations: Integrations;
  let admin: Call;

  beforeAll(async () => {
    integrations = await startIntegrations();
    ({ admin } = integrations);
  }, STARTING);
  afterAll(async () => integrations?.stop());

  const nameShown = async (integrationId: number): Promise<string | null> => {
    const { body } = await admin('GET', `/integrations/${integrationId}`);
    return (body as Row).organization?.name ?? null;
  };

  it('receives a new organization while a request waits for that organization, follows renames, and ignores late states', async () => {
    // Retries with a new organization, because on a busy machine Kafka may take longer than the three seconds that the service waits.
    const { state, id } = await eventually(async () => {
      const organizationId = newId();
      const creating = admin('POST', '/integrations', { name: `invoicing ${organizationId}`, organizationId });
      await integrations.publish({ id: organizationId, deletedAt: null, version: 1, name: 'Northwind' });
      const { body } = await creating;
      expect(body).toMatchObject({ organization: { name: 'Northwind' } });
      return { state: { id: organizationId, deletedAt: null }, id: (body as Row).id };
    }, 60_000);
    await integrations.publish({ ...state, version: 3, name: 'Northwind Oslo' });
    await integrations.publish({ ...state, version: 2, name: 'a late state' });
    await integrations.publish({ ...state, version: 4, name: 'Northwind Bergen' });
    await eventually(async () => (await nameShown(id)) === 'Northwind Bergen');
  });

  // spec: D.59
  it('rejects an unknown organization, and permits an integration without an organization', async () => {
    const refused = { status: 400, body: { code: 'validation_failed', faults: [{ pointer: '/organizationId' }] } };
    const unknown = newId();
    expect(await admin('POST', '/integrations', { name: `nobody ${unknown}`, organizationId: unknown })).toMatchObject(
      refused,
    );
    const created = await admin('POST', '/integrations', { name: `alone ${unknown}`, organizationId: null });
    expect(created).toMatchObject({ status: 201, body: { active: true, organizationId: null } });
    const { id } = created.body as Row;
    expect(await admin('PATCH', `/integrations/${id}`, { organizationId: unknown })).toMatchObject(refused);
    expect(
      (await admin('PATCH', `/integrations/${id}`, { organizationId: await integrations.newOrganization() })).status,
    ).toBe(200);
  });

  it('rejects a deleted organization', async () => {
    const id = newId();
    await integrations.publish({ id, version: 2, name: 'Gone', deletedAt: new Date().toISOString() });
    await eventually(async () => {
      const { status, body } = await admin('POST', '/integrations', { name: `late ${newId()}`, organizationId: id });
      return status === 400 && expect(body).toMatchObject({ faults: [{ pointer: '/organizationId' }] }) === undefined;
    });
  });

  it('sends an unreadable event to the dead letters with the reason and continues', async () => {
    const organizationId = await integrations.newOrganization();
    const { id } = (await admin('POST', '/integrations', { name: 'after poison', organizationId })).body as Row;
    const poison = `poison ${organizationId}`;
    await integrations.producer.send({ topic: organizationChanged.topic, messages: [{ key: 'x', value: poison }] });
    await integrations.publish({ id: organizationId, version: 0, name: poison, deletedAt: null });
    await integrations.publish({ id: organizationId, version: 2, name: 'Sound', deletedAt: null });
    await eventually(async () => (await nameShown(id)) === 'Sound');
    const { data } = (await admin('GET', '/dead-letters/integrations?limit=100')).body as DeadLetters;
    const each = await Promise.all(data.map(({ id: letter }) => admin('GET', `/dead-letters/integrations/${letter}`)));
    const letters = each.map(({ body }) => body as DeadLetterContent).filter(({ value }) => value?.includes(poison));
    expect(letters.map(({ reason }) => reason).toSorted()).toEqual([
      expect.stringContaining('not a domain event'),
      expect.stringContaining('version'),
    ]);
  });
});
