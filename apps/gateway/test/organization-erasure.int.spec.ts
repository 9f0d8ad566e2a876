import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kafka, logLevel } from '@portico/kafka/client';
import { type Answer, caller, eventually, Publisher, read, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type Person, type Product, startProduct } from './permissions/product.ts';
import { tracesOf } from './traces-of-a-person.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const mark = `canary${randomUUID().slice(0, 8)}`;
const late = `late${randomUUID().slice(0, 8)}`;
/** Topics whose records the erasure does not delete, because Kafka's retention deletes them after some days. */
const LOGS = [
  'kafka.events.activity.v1',
  'kafka.integration.doors.v1',
  'kafka.integration.events.rejected.v1',
  'kafka.integration.events.v1',
  'kafka.integration.test-events.v1',
];

/** The id in a 201 response. @throws for any other status. */
const idOf = (answer: Answer): number => {
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
};

describe('ops erase --organization', () => {
  let product: Product;
  let [manager, admin]: Person[] = [];
  let publisher: Publisher;
  let [organizationId, integrationId, otherId, otherIntegration] = [0, 0, 0, 0];

  const ops = (args: string[], killedAfter?: number): Promise<{ code: number | null; said: string }> =>
    new Promise((resolve) => {
      const { kafkaBrokers, postgresUrl, clickhouseUrl } = product.engines;
      const env = {
        PATH: process.env['PATH'],
        NODE_NO_WARNINGS: '1',
        PORTICO_DATA_DIR: '/nonexistent',
        KAFKA_BROKERS: kafkaBrokers,
        POSTGRES_URL: postgresUrl,
        CLICKHOUSE_URL: clickhouseUrl,
      };
      const child = execFile(
        process.execPath,
        ['tools/ops/src/main.ts', ...args],
        { cwd: ROOT, env },
        (error, out, err) => {
          resolve({ code: error ? (child.exitCode ?? null) : 0, said: out + err });
        },
      );
      if (killedAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killedAfter);
    });
  const erase = (killedAfter?: number) => ops(['erase', `--organization=${organizationId}`], killedAfter);
  const begins = (path: string, body: object, by = (): Person | undefined => manager): Promise<number> =>
    eventually(async () => {
      const answer = await by()?.call('POST', path, body);
      return answer?.status === 201 && (answer.body as { id: number }).id;
    });
  const eventsOf = async (id: number): Promise<number> => {
    const answer = await read<{ count: number }>(
      product.people.super_admin.call,
      `/events?limit=1&organizations=${id}`,
    );
    return answer.count;
  };

  beforeAll(async () => {
    product = await startProduct();
    [manager, admin] = [product.people.client, product.people.super_admin];
    const kafka = new Kafka({ clientId: 'test', brokers: [product.engines.kafkaBrokers], logLevel: logLevel.NOTHING });
    publisher = new Publisher(kafka);
    organizationId = idOf(
      await manager.call('POST', '/organizations', {
        name: `Org ${mark}`,
        billingEmail: `${mark}@erased.test`,
        city: `City ${mark}`,
      }),
    );
    otherId = idOf(await admin.call('POST', '/organizations', { name: 'Another' }));
    otherIntegration = idOf(await admin.call('POST', '/integrations', { name: 'another', organizationId: otherId }));
    integrationId = idOf(
      await admin.call('POST', '/integrations', { name: `payroll ${mark}`, description: mark, organizationId }),
    );
    for (const id of [integrationId, otherIntegration])
      await admin.call('PUT', `/integrations/${id}/trust`, { trust: 'open' });
    const gone = idOf(await admin.call('POST', '/integrations', { name: `gone ${mark}`, organizationId }));
    await admin.call('DELETE', `/integrations/${gone}`);
    await begins(`/organizations/${organizationId}/invitations`, { email: `invited@${mark}.test` });
    await begins('/views', { name: `view ${mark}`, search: {}, sharedWith: organizationId });
    const owner = { owner: 'organization', organizationId };
    await begins('/channels', { ...owner, name: mark, target: { type: 'email', address: `${mark}@erased.test` } });
    const when = { kind: 'recurring', cron: '0 3 * * *', timeZone: 'UTC', minutes: 60 };
    await begins('/maintenance', { scope: 'organization', organizationId, reason: mark, when });
    const rules = [{ hides: `/${mark}`, action: 'mask', below: 'manager' }];
    await manager.call('PUT', `/organizations/${organizationId}/privacy`, { version: 0, rules });
    await manager.call('PUT', `/integrations/${integrationId}/schemas/payrun.completed`, {
      type: 'object',
      title: mark,
    });
    const keys: string[] = [];
    for (const mode of ['live', 'test'])
      keys.push(
        await eventually(async () => {
          const answer = await manager?.call('POST', `/integrations/${integrationId}/keys`, { label: mark, mode });
          return answer?.status === 201 && (answer.body as { key: string }).key;
        }),
      );
    const own = { source_id: integrationId, organization_id: organizationId };
    for (const key of keys)
      for (let index = 0; index < 2; index += 1) {
        const event = integrationEvent({ ...own, result: 'FAILURE', event_name: mark, details: { message: mark } });
        await eventually(async () => (await caller(product.url, key)('POST', '/ingest/events', event)).status === 202);
      }
    await publisher.publish(
      integrationEvent({ source_id: otherIntegration, organization_id: otherId }),
      integrationEvent({ ...own, details: { message: mark } }),
      integrationEvent({ ...own, details: { message: mark }, timestamp: '2001-01-01T00:00:00Z' }),
    );
    await eventually(async () => (await eventsOf(organizationId)) === 3 && (await eventsOf(otherId)) === 1);
    await eventually(async () => (await tracesOf(product.engines, [mark])).includes('alerts.episodes'));
  }, 4 * STARTING);
  afterAll(() => product?.stop());

  it(
    'refuses an organization that is not deleted or has never existed',
    async () => {
      expect(await erase()).toMatchObject({ code: 2 });
      const strange = await ops(['erase', '--organization=99999']);
      expect(strange.code).toBe(2);
      expect(strange.said).toContain('there has never been an organization 99999');
      expect(await ops(['erase', '--organization=1;drop'])).toMatchObject({ code: 2 });
      expect(await tracesOf(product.engines, [mark])).toEqual(expect.arrayContaining(['orgs.organizations', ...LOGS]));
    },
    3 * STARTING,
  );

  it(
    'completes after an earlier run was killed, and during a concurrent run',
    async () => {
      expect(await admin?.call('DELETE', `/organizations/${organizationId}`)).toMatchObject({ status: 204 });
      await erase(12_000);
      const both = await Promise.all([erase(), erase()]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      expect(both[0]?.said).toContain(`Organization ${organizationId} is erased`);
      let left = [''];
      await eventually(async () => {
        left = (await tracesOf(product.engines, [mark])).filter((place) => !LOGS.includes(place));
        return left.length === 0;
      }).catch(() => undefined);
      expect(left).toEqual([]);
    },
    7 * STARTING,
  );

  it(
    "discards the organization's late events, and keeps storing other organizations' events",
    async () => {
      const own = { source_id: integrationId, organization_id: organizationId, details: { message: late } };
      const other = { source_id: otherIntegration, organization_id: otherId };
      await publisher.publish(
        integrationEvent(own),
        integrationEvent({ ...own, result: 'FAILURE' }),
        integrationEvent(other),
      );
      await eventually(async () => (await eventsOf(otherId)) === 2);
      expect(await eventsOf(organizationId)).toBe(0);
      // A new process derives the ingest's data from the stored rows again.
      await product.restart('events');
      await publisher.publish(integrationEvent(other));
      await eventually(async () => (await eventsOf(otherId)) === 3);
      const again = await ops(['reingest', '--from=earliest']);
      expect(again).toMatchObject({ code: 0 });
      expect(await eventsOf(organizationId)).toBe(0);
      expect(await tracesOf(product.engines, [late])).toEqual(['kafka.integration.events.v1']);
      const whole = (await tracesOf(product.engines, [mark])).filter((place) => !LOGS.includes(place));
      expect(whole).toEqual([]);
      expect((await ops(['verify', '--only=positions,states'])).said).toContain('Everything matches');
    },
    5 * STARTING,
  );
});
