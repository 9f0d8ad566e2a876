import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Rejection } from '@portico/contracts/events/integration-event';
import type { Ingested } from '@portico/contracts/http/ingest';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import type { EventList } from '@portico/contracts/http/events';
import type { RejectedEvent, RejectedList } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, everyEvent, read, SEED } from '@portico/testkit';
import { hostileBatches } from '@portico/testkit/hostile-batches';
import { encodeBatch, produceRaw, type RawBatch } from '@portico/testkit/raw-kafka';
import { anyPublished, type Published } from '../src/any-published.ts';
import { attempt, kafkaOf } from '../src/key-client.ts';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

/** Set `DOOR_EVENTS` and `DOOR_REVOCATIONS` to lower numbers for a quick run. */
const EVENTS = Number(process.env['DOOR_EVENTS'] ?? 10_000);
const REVOCATIONS = Number(process.env['DOOR_REVOCATIONS'] ?? 1_000);
const WORKERS = 4;
/** One of every `KAFKA_EVERY` revocations is also tested over Kafka. */
const KAFKA_EVERY = 10;
/** Milliseconds within which every way to publish must reject a revoked key. */
const REVOKED_WITHIN = 2_000;
const BATCH_SIZE = 500;
const QUOTA = { eventsPerMinute: 10_000_000, bytesPerDay: 1_000_000_000_000 };
/** Rejection codes, each of which must occur among the events. */
const CODES = [
  'in_the_future',
  'invalid_cloud_event',
  'invalid_field',
  'not_an_object',
  'not_json',
  'too_large',
  'too_old',
  'wrong_organization',
];
type Integration = { id: number; organizationId: number };

jest.setTimeout(900_000);

describe('the ways to publish, under load', () => {
  let product: Publishing;
  let admin: Call;

  const make = async <Body>(path: string, body: object): Promise<Body> =>
    (await admin('POST', path, body)).body as Body;
  const newKey = ({ id }: Integration): Promise<CreatedKey> => make(`/integrations/${id}/keys`, { label: 'server' });
  const integration = async (name: string): Promise<Integration> => {
    const { organizationId } = product.integration;
    const { id } = await make<{ id: number }>('/integrations', { name, organizationId, quota: QUOTA });
    return { id, organizationId };
  };
  const ingest = (key: string, body: string, path = 'events'): Promise<Response> =>
    fetch(`${product.stack.apiUrl}/ingest/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
      body,
    });
  const untilTaken = ({ key }: CreatedKey) =>
    eventually(async () => (await ingest(key, '')).status !== 401, TIMEOUT_MS);

  beforeAll(async () => {
    product = await takePublishing('payroll');
    ({ admin } = product);
  }, 300_000);
  afterAll(() => product?.stop());

  /** Describes a rejection in the same words for all integrations. Omits the event's id if the event is too large to be read. */
  const verdictOf = ({ id }: Integration, event: string | null, { code, pointer, reason }: Rejection): string =>
    `${code === 'too_large' ? null : event}: ${code} ${pointer} ${reason}`.replaceAll(
      `integration ${id}`,
      'integration of the door',
    );
  /** Lists all rejections of an integration. @param of - id of the integration, or 0 for events without an integration */
  const inbox = async (one: Integration, of = one.id): Promise<string[]> => {
    const rows: RejectedEvent[] = [];
    for (;;) {
      const path = `/events/rejected?integration=${of}&limit=100&offset=${rows.length}`;
      const page = await read<RejectedList>(admin, path);
      rows.push(...page.data);
      if (page.data.length === 0 || rows.length >= page.count) break;
    }
    return rows.map(({ event_id, rejection }) => verdictOf(one, event_id, rejection)).toSorted();
  };
  const listed = async (name: string): Promise<string[]> =>
    (await everyEvent(admin, { integration: name })).map(({ id }) => id).toSorted();
  /** Validates and then publishes batches over HTTP, and expects the same results. @returns the rejections */
  const publishOverHttp = async (
    one: Integration,
    key: CreatedKey,
    batches: readonly Published[][],
  ): Promise<string[]> => {
    const verdicts: string[] = [];
    for (const batch of batches) {
      const body = batch.map(({ textOf }) => textOf(one, true)).join('\n');
      const checked = await ingest(key.key, body, 'check');
      const answer = await ingest(key.key, body);
      expect([checked.status, answer.status]).toEqual([200, 202]);
      const answered = (await answer.json()) as Ingested;
      expect(await checked.json()).toEqual(answered);
      const { accepted, rejected } = answered;
      expect(accepted + rejected.length).toBe(batch.length);
      verdicts.push(...rejected.map(({ id, ...rejection }) => verdictOf(one, id, rejection)));
    }
    return verdicts.toSorted();
  };

  it(`return the same results for the same ${EVENTS} events (seed ${SEED})`, async () => {
    const published = [
      ...anyPublished(EVENTS, SEED),
      ...[{ id: 'last' }, { id: 'last broken', result: 'OK' }].map((changes) => ({
        id: changes.id,
        textOf: (to: Integration) => JSON.stringify({ ...eventOf(to), ...changes }),
      })),
    ];
    const batches = Array.from({ length: Math.ceil(published.length / BATCH_SIZE) }, (_, batch) =>
      published.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE),
    );
    const [http, own, shared] = [await integration('http'), await integration('own'), await integration('shared')];
    await admin('PUT', `/integrations/${own.id}/door`);
    const [httpKey, ownKey] = [await newKey(http), await newKey(own)];
    const topic = `integration.door.v1.${own.id}`;
    const kafka = kafkaOf(product.stack, ownKey);
    await untilTaken(httpKey);
    const first = { key: 'one', value: JSON.stringify(eventOf(own, { id: 'first' })) };
    await eventually(async () => (await attempt(kafka, topic, first)) === 'taken', TIMEOUT_MS);

    const answered = await publishOverHttp(http, httpKey, batches);
    const producer = kafka.producer();
    await producer.connect();
    for (const batch of batches) {
      const toMessages = (to: Integration, isProven: boolean) =>
        batch.map(({ textOf }) => ({ key: 'one', value: textOf(to, isProven) }));
      await producer.send({ topic, messages: toMessages(own, true), acks: -1 });
      await product.outsider.send(...toMessages(shared, false));
    }
    await producer.disconnect();

    // The product detects a reused id only when it stores the event, after the response.
    const isReused = (verdict: string) => verdict.includes(': id_reused ');
    const left = async (): Promise<Record<string, { listed: string[]; rejected: string[] }>> => ({
      http: { listed: await listed('http'), rejected: await inbox(http) },
      own: {
        listed: (await listed('own')).filter((id) => id !== 'first'),
        rejected: await inbox(own),
      },
      // On the shared topic, an event without a readable sender has no organization.
      shared: {
        listed: await listed('shared'),
        rejected: [...(await inbox(shared)), ...(await inbox(shared, 0))].toSorted(),
      },
    });
    // Waits for the last two events. Each partition is in order, so all earlier events are then stored.
    for (const [integrationName, { id }] of Object.entries({ http, own, shared }))
      await eventually(async () => {
        const where = new URLSearchParams({ where: 'id:"last"', integration: integrationName });
        const query = `/events/rejected?integration=${id}&query=last broken&limit=1`;
        const { count: listedLast } = await read<EventList>(admin, `/events?${where.toString()}`);
        return listedLast === 1 && (await read<RejectedList>(admin, query)).count === 1;
      }, 240_000);
    const verdicts = await left();
    expect(verdicts['http']?.rejected.filter((verdict) => !isReused(verdict))).toEqual(answered);
    expect(verdicts['own']).toEqual(verdicts['http']);
    expect(verdicts['shared']).toEqual(verdicts['http']);
    expect(verdicts['http']?.rejected.filter(isReused).length).toBeGreaterThan(0);
    const codes = new Set(answered.map((verdict) => /: (\w+) /.exec(verdict)?.[1]));
    expect(codes).toEqual(new Set(CODES));
  });

  it('keep working after an integration writes invalid batches to its own topic', async () => {
    const own = await integration('hostile');
    await admin('PUT', `/integrations/${own.id}/door`);
    const { keyId, key } = await newKey(own);
    const topic = `integration.door.v1.${own.id}`;
    const send = (batch: RawBatch) =>
      encodeBatch(batch).then((bytes) =>
        produceRaw(product.stack.kafkaBrokers, topic, 0, bytes, { username: keyId, password: key }),
      );
    const good = (id: string): RawBatch => ({
      records: [{ value: Buffer.from(JSON.stringify(eventOf(own, { id }))) }],
    });
    await eventually(async () => (await send(good('first'))) === 0, TIMEOUT_MS);
    for (const [index, [name, batch]] of hostileBatches(Buffer.from(JSON.stringify(eventOf(own)))).entries()) {
      await send(batch);
      const id = `after ${index}, ${name}`;
      expect(await send(good(id))).toBe(0);
      const where = new URLSearchParams({ where: `id:${JSON.stringify(id)}`, integration: 'hostile' });
      await eventually(
        async () => (await read<EventList>(admin, `/events?${where.toString()}`)).count === 1,
        TIMEOUT_MS,
      );
    }
  });

  it(`reject a key within ${REVOKED_WITHIN} ms after its revocation, in ${REVOCATIONS} runs`, async () => {
    const httpTimes: number[] = [];
    const kafkaTimes: number[] = [];
    const since = (startedAt: number): number => performance.now() - startedAt;
    const revokeOnce = async (of: Integration, run: number): Promise<void> => {
      const key = await newKey(of);
      await untilTaken(key);
      const isAtKafka = run % KAFKA_EVERY === 0;
      const kafka = kafkaOf(product.stack, key);
      const topic = `integration.door.v1.${of.id}`;
      const send = () => attempt(kafka, topic, { value: JSON.stringify(eventOf(of)) });
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      if (isAtKafka) {
        await eventually(async () => (await send()) === 'taken', TIMEOUT_MS);
        await producer.connect();
      }
      expect((await admin('DELETE', `/integrations/${of.id}/keys/${key.keyId}`)).status).toBe(204);
      const startedAt = performance.now();
      const overHttp = eventually(async () => (await ingest(key.key, '')).status === 401, TIMEOUT_MS).then(() =>
        since(startedAt),
      );
      if (isAtKafka) {
        const message = { value: JSON.stringify(eventOf(of)) };
        const connected = () =>
          producer.send({ topic, messages: [message] }).then(
            () => false,
            () => true,
          );
        const [one, other] = await Promise.all([
          eventually(connected, TIMEOUT_MS).then(() => since(startedAt)),
          eventually(async () => (await send()) !== 'taken', TIMEOUT_MS).then(() => since(startedAt)),
        ]);
        kafkaTimes.push(one, other);
        await producer.disconnect();
      }
      httpTimes.push(await overHttp);
    };
    const workers = await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) => integration(`revoking ${worker}`)),
    );
    let startedCount = 0;
    await Promise.all(
      workers.map(async (of) => {
        await admin('PUT', `/integrations/${of.id}/door`);
        while (startedCount < REVOCATIONS) await revokeOnce(of, (startedCount += 1));
      }),
    );
    const worst = (times: readonly number[]): number => Math.round(Math.max(...times));
    console.info(
      `a revoked key was refused after at most ${worst(httpTimes)} ms over HTTP, ${worst(kafkaTimes)} ms at Kafka`,
    );
    expect(httpTimes).toHaveLength(REVOCATIONS);
    expect(httpTimes.filter((time) => time > REVOKED_WITHIN)).toEqual([]);
    expect(kafkaTimes.filter((time) => time > REVOKED_WITHIN)).toEqual([]);
  });
});
