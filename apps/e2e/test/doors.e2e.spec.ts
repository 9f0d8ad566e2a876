import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TRUSTS, type Trust } from '@portico/contracts/common/trust';
import { DOORS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Ingested } from '@portico/contracts/http/ingest';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import type { RejectedList } from '@portico/contracts/http/rejected-events';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { attempt, kafkaOf } from '../src/key-client.ts';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

type Integration = { id: number; organizationId: number };

describe('the ways to publish', () => {
  let product: Publishing;
  let admin: Call;
  let own: Integration;
  let other: Integration;
  let key: CreatedKey;
  let othersKey: CreatedKey;
  let revoked: CreatedKey;
  let expired: CreatedKey;

  const make = async <Body>(path: string, body: object): Promise<Body> =>
    (await admin('POST', path, body)).body as Body;
  const newKey = ({ id }: Integration, body: object = {}): Promise<CreatedKey> =>
    make(`/integrations/${id}/keys`, { label: 'server', ...body });
  const topicOf = ({ id }: Integration): string => `integration.door.v1.${id}`;
  const record = (event: IntegrationEvent) => ({ value: JSON.stringify(event) });
  const byTopic = (one: CreatedKey | null, topic: string, event: IntegrationEvent, oauth = false) =>
    attempt(kafkaOf(product.stack, one, oauth), topic, record(event));
  const byHttp = async (token: string | null, event: IntegrationEvent): Promise<string> => {
    const answer = await fetch(`${product.stack.apiUrl}/ingest/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(event),
    });
    if (answer.status !== 202) return String(answer.status);
    const { accepted, rejected } = (await answer.json()) as Ingested;
    return accepted === 1 ? 'taken' : (rejected[0]?.code ?? 'neither');
  };
  /** Waits for the result of an event: `listed`, or the rejection code. */
  const outcome = ({ id }: IntegrationEvent): Promise<string> =>
    eventually(async () => {
      const { data } = await read<EventList>(
        admin,
        `/events?${new URLSearchParams({ where: `id:"${id}"` }).toString()}`,
      );
      if (data.length > 0) return 'listed';
      const rejected = await read<RejectedList>(admin, `/events/rejected?query=${id}`);
      return rejected.data[0]?.rejection.code ?? false;
    }, TIMEOUT_MS);

  beforeAll(async () => {
    product = await takePublishing('payroll');
    ({ admin, integration: own } = product);
    const organizationId = (await make<{ id: number }>('/organizations', { name: 'Larkspur' })).id;
    other = {
      id: (await make<{ id: number }>('/integrations', { name: 'invoicing', organizationId })).id,
      organizationId,
    };
    for (const { id } of [own, other]) await admin('PUT', `/integrations/${id}/door`);
    [key, othersKey] = [await newKey(own), await newKey(other)];
    [revoked, expired] = [await newKey(own), await newKey(own)];
    // Waits until all keys are valid, then revokes one key and replaces one key.
    for (const [one, integration] of [
      [key, own],
      [othersKey, other],
      [revoked, own],
      [expired, own],
    ] as const)
      await eventually(
        async () => (await byTopic(one, topicOf(integration), eventOf(integration))) === 'taken',
        TIMEOUT_MS,
      );
    await admin('DELETE', `/integrations/${own.id}/keys/${revoked.keyId}`);
    await admin('POST', `/integrations/${own.id}/keys/${expired.keyId}/rotate`, { overlap: '0' });
    for (const ended of [revoked, expired])
      await eventually(async () => (await byTopic(ended, topicOf(own), eventOf(own))) !== 'taken', TIMEOUT_MS);
  }, 300_000);
  afterAll(() => product?.stop());

  it.each(TRUSTS)(
    'accept a valid key for its own integration, and reject invalid keys, with trust %s',
    async (trust: Trust) => {
      await admin('PUT', `/integrations/${own.id}/trust`, { trust });
      const event = (changes: Partial<IntegrationEvent> = {}) => eventOf(own, changes);
      const forged = event();
      // Waits until the validation uses the changed trust.
      await eventually(async () => {
        const probe = event();
        await byTopic(null, 'integration.events.v1', probe);
        return ((await outcome(probe)) === 'listed') !== (trust === 'enforce');
      }, TIMEOUT_MS);
      const [right, oauth, shared, byOthersTopic] = [event(), event(), event(), event()];
      expect({
        http: await byHttp(key.key, event()),
        'http, stamped': await byHttp(key.key, {
          ...event(),
          source_id: undefined,
          organization_id: undefined,
        } as never),
        "http, another's key": await byHttp(othersKey.key, forged),
        'http, revoked': await byHttp(revoked.key, event()),
        'http, expired': await byHttp(expired.key, event()),
        'http, unknown': await byHttp(`${key.key.slice(0, -1)}_`, event()),
        'http, none': await byHttp(null, event()),
        topic: await byTopic(key, topicOf(own), right),
        'topic, token': await byTopic(key, topicOf(own), oauth, true),
        "topic, another's key": await byTopic(othersKey, topicOf(own), event()),
        "topic, another's topic": await byTopic(othersKey, topicOf(other), byOthersTopic),
        'topic, revoked': await byTopic(revoked, topicOf(own), event()),
        'topic, expired': await byTopic(expired, topicOf(own), event()),
        'topic, expired, token': await byTopic(expired, topicOf(own), event(), true),
        'topic, wrong key': await byTopic({ ...key, key: othersKey.key }, topicOf(own), event()),
        'topic, none': await byTopic(null, topicOf(own), event()),
        "Portico's own topic": await byTopic(key, DOORS_TOPIC, event()),
        shared: await byTopic(null, 'integration.events.v1', shared),
      }).toEqual({
        http: 'taken',
        'http, stamped': 'taken',
        "http, another's key": 'not_your_integration',
        'http, revoked': '401',
        'http, expired': '401',
        'http, unknown': '401',
        'http, none': '401',
        topic: 'taken',
        'topic, token': 'taken',
        "topic, another's key": 'TOPIC_AUTHORIZATION_FAILED',
        "topic, another's topic": 'taken',
        'topic, revoked': 'KafkaJSSASLAuthenticationError',
        'topic, expired': 'KafkaJSSASLAuthenticationError',
        'topic, expired, token': 'no token: 401',
        'topic, wrong key': 'KafkaJSSASLAuthenticationError',
        'topic, none': 'TOPIC_AUTHORIZATION_FAILED',
        "Portico's own topic": 'TOPIC_AUTHORIZATION_FAILED',
        shared: 'taken',
      });
      expect(await Promise.all([right, oauth, shared, byOthersTopic, forged].map(outcome))).toEqual([
        'listed',
        'listed',
        trust === 'enforce' ? 'use_your_own_door' : 'listed',
        'not_your_integration',
        'not_your_integration',
      ]);
    },
  );

  it("ignore the publisher's headers, and identify the integration by its topic", async () => {
    const forged = { 'portico-sender': String(other.id), 'portico-mode': 'test', 'portico-unreadable': 'x' };
    const [named, unnamed] = [eventOf(own), eventOf(own)];
    const value = JSON.stringify({ ...unnamed, source_id: undefined, organization_id: undefined });
    const kafka = kafkaOf(product.stack, key);
    expect(await attempt(kafka, topicOf(own), { ...record(named), headers: forged })).toBe('taken');
    expect(await attempt(kafka, topicOf(own), { value })).toBe('taken');
    expect(await Promise.all([named, unnamed].map(outcome))).toEqual(['listed', 'listed']);
    const { data } = await read<EventList>(
      admin,
      `/events?${new URLSearchParams({ where: `id:"${unnamed.id}"` }).toString()}`,
    );
    expect(data[0]).toMatchObject({ source_id: own.id, organization_id: own.organizationId });
  });

  it('keep events of test keys separate from live events', async () => {
    const test = await newKey(own, { mode: 'test' });
    const [http, topic] = [eventOf(own), eventOf(own)];
    await eventually(async () => (await byHttp(test.key, http)) === 'taken', TIMEOUT_MS);
    await eventually(async () => (await byTopic(test, `${topicOf(own)}.test`, topic)) === 'taken', TIMEOUT_MS);
    expect(await byTopic(test, topicOf(own), eventOf(own))).toBe('TOPIC_AUTHORIZATION_FAILED');
    const ids = async (): Promise<(string | null)[]> =>
      (await read<{ data: { event_id: string }[] }>(admin, `/events/test?integration=${own.id}`)).data.map(
        ({ event_id }) => event_id,
      );
    await eventually(async () => (await ids()).includes(http.id) && (await ids()).includes(topic.id), TIMEOUT_MS);
    const listed = await read<EventList>(
      admin,
      `/events?${new URLSearchParams({ where: `id:("${http.id}" OR "${topic.id}")` }).toString()}`,
    );
    expect(listed.count).toBe(0);
  });

  it.each([
    ['identity.user.v1', { id: 1, version: 999, deletedAt: '2026-01-01T00:00:00.000Z' }],
    ['orgs.membership.v1', { id: 9_999, version: 1, userId: 5, organizationId: 1, approved: true }],
    ['billing.purchase.v1', { id: 9_999, version: 1, organizationId: 1, granted: 999_999 }],
    ['integrations.key.v1', { id: 9_999, version: 1, keyId: 'aaaaaaaa', integrationId: 1 }],
    ['integration.events.rejected.v1', {}],
  ])('prevent publishers from forging messages of %s, with or without a key', async (topic, data) => {
    for (const one of [null, key])
      expect(await attempt(kafkaOf(product.stack, one), topic, { key: '9999', value: JSON.stringify({ data }) })).toBe(
        'TOPIC_AUTHORIZATION_FAILED',
      );
  });

  it.each(['a client without a key', 'a publisher'])(
    'prevent %s from deleting topics, reading them, or joining a group',
    async (sender) => {
      const kafka = kafkaOf(product.stack, sender === 'a client without a key' ? null : key);
      const refused = async (work: Promise<unknown>): Promise<void> =>
        expect(
          await work.then(
            () => 'done',
            (error: Error) => error.message,
          ),
        ).toMatch(/authoriz|coordinator/i);
      const admins = kafka.admin();
      await admins.connect();
      await refused(admins.deleteTopics({ topics: ['orgs.membership.v1'] }));
      await refused(admins.fetchOffsets({ groupId: 'events.ingest', topics: ['integration.events.v1'] }));
      await admins.disconnect();
      const consumer = kafka.consumer({ groupId: 'events.rejected' });
      await consumer.connect();
      await refused(
        consumer.subscribe({ topics: ['integration.events.rejected.v1'] }).then(
          () =>
            new Promise((resolve, reject) => {
              consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
              consumer.on(consumer.events.GROUP_JOIN, resolve);
              void consumer.run({ eachMessage: async () => undefined });
            }),
        ),
      );
      await consumer.disconnect();
    },
  );
});
