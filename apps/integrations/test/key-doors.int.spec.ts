import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import type { Publisher as PublisherRow } from '@portico/contracts/http/integration-publishers';
import { type Call, eventually, Publisher, type ServiceStack, startServiceStack } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { Row } from './integrations.ts';

jest.setTimeout(120_000);

const ORGANIZATION = 1;
const [MANAGER, VENDOR] = [6, 8];
let stack: ServiceStack<'integrations' | 'events'>;
let publisher: Publisher;
let admin: Call;

beforeAll(async () => {
  stack = await startServiceStack(['integrations', 'events']);
  publisher = new Publisher(stack.own.kafka);
  admin = await stack.as('integrations', 'ADMIN', 900);
  await publisher.user(MANAGER, { name: 'Mara Manager' });
  await publisher.user(VENDOR, { name: 'Vic Vendor', usertype: 'VENDOR' });
  await publisher.organization(ORGANIZATION, { name: 'Acme' });
  await publisher.membership(1, { userId: MANAGER, organizationId: ORGANIZATION, role: 'manager' });
}, 120_000);
afterAll(async () => {
  await publisher?.disconnect();
  await stack?.stop();
});

describe('the publish endpoint', () => {
  it("rejects a removed publisher's key within seconds, and accepts the key after a manager has taken it over", async () => {
    const { body } = await admin('POST', '/integrations', { name: 'payroll', organizationId: ORGANIZATION });
    const { id } = body as Row;
    const manager = await stack.as('integrations', 'CLIENT', MANAGER);
    const vendor = await stack.as('integrations', 'VENDOR', VENDOR);
    await eventually(async () => (await manager('GET', `/integrations/${id}/connect`)).status === 200);
    const named = await eventually(async () => {
      const { body: row } = await manager('POST', `/integrations/${id}/publishers`, {
        email: `user${VENDOR}@portico.test`,
      });
      return (row as PublisherRow).user !== null && (row as PublisherRow);
    });
    const { key, keyId } = (await vendor('POST', `/integrations/${id}/keys`, { label: 'server' })).body as CreatedKey;
    const publish = async (): Promise<number> => {
      const event = integrationEvent({ source_id: id, organization_id: ORGANIZATION });
      const answer = await fetch(`${stack.url('events')}/ingest/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(event),
      });
      return answer.status;
    };
    await eventually(async () => (await publish()) === 202, 30_000);
    await manager('DELETE', `/integrations/${id}/publishers/${named.id}`);
    await eventually(async () => (await publish()) === 401, 10_000);
    expect(await publish()).toBe(401);
    expect((await manager('POST', `/integrations/${id}/keys/${keyId}/take-over`)).status).toBe(200);
    await eventually(async () => (await publish()) === 202, 10_000);
  });
});
