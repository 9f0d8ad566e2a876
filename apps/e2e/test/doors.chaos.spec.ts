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
import { SOON, type Publishing, takePublishing } from '../src/product.ts';

/** Set `DOOR_EVENTS` and `DOOR_REVOCATIONS` to lower numbers for a quick run. */
const EVENTS = Number(process.env['DOOR_EVENTS'] ?? 10_000);
const REVOCATIONS = Number(process.env['DOOR_REVOCATIONS'] ?? 1_000);
const AT_ONCE = 4;
/** One in this many revocations is also tested over Kafka. */
const KAFKA_EVERY = 10;
/** Milliseconds within which every way to publish must reject a revoked key. */
const REVOKED_WITHIN = 2_000;
const LOT = 500;
const MUCH = { eventsPerMinute: 10_000_000, bytesPerDay: 1_000_000_000_000 };
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
    return {
      id: (await make<{ id: number }>('/integrations', { name, organizationId, quota: MUCH })).id,
      organizationId,
    };
  };
  const ingest = (key: string, body: string, path = 'events'): Promise<Response> =>
    fetch(`${product.stack.apiUrl}/ingest/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
      body,
    });
  const untilTaken = ({ key }: CreatedKey) => eventually(async () => (await ingest(key, '')).status !== 401, SOON);

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
    lots: readonly Published[][],
  ): Promise<string[]> => {
    const verdicts: string[] = [];
    for (const lot of lots) {
      const body = lot.map(({ textOf }) => textOf(one, true)).join('\n');
      const checked = await ingest(key.key, body, 'check');
      const answer = await ingest(key.key, body);
      expect([checked.status, answer.status]).toEqual([200, 202]);
      const answered = (await answer.json()) as Ingested;
      expect(await checked.json()).toEqual(answered);
      const { accepted, rejected } = answered;
      expect(accepted + rejected.length).toBe(lot.length);
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
    const lots = Array.from({ length: Math.ceil(published.length / LOT) }, (_, lot) =>
      published.slice(lot * LOT, (lot + 1) * LOT),
    );
    const [http, own, shared] = [await integration('http'), await integration('own'), await integration('shared')];
    await admin('PUT', `/integrations/${own.id}/door`);
    const [httpKey, ownKey] = [await newKey(http), await newKey(own)];
    const topic = `integration.door.v1.${own.id}`;
    const kafka = kafkaOf(product.stack, ownKey);
    await untilTaken(httpKey);
    const first = { key: 'one', value: JSON.stringify(eventOf(own, { id: 'first' })) };
    await eventually(async () => (await attempt(kafka, topic, first)) === 'taken', SOON);

    const answered = await publishOverHttp(http, httpKey, lots);
    const producer = kafka.producer();
    await producer.connect();
    for (const lot of lots) {
      const toMessages = (to: Integration, isProven: boolean) =>
        lot.map(({ textOf }) => ({ key: 'one', value: textOf(to, isProven) }));
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
    await eventually(async () => (await send(good('first'))) === 0, SOON);
    for (const [index, [name, batch]] of hostileBatches(Buffer.from(JSON.stringify(eventOf(own)))).entries()) {
      await send(batch);
      const id = `after ${index}, ${name}`;
      expect(await send(good(id))).toBe(0);
      const where = new URLSearchParams({ where: `id:${JSON.stringify(id)}`, integration: 'hostile' });
      await eventually(async () => (await read<EventList>(admin, `/events?${where.toString()}`)).count === 1, SOON);
    }
  });

  it(`reject a key within ${REVOKED_WITHIN} ms after its revocation, in ${REVOCATIONS} runs`, async () => {
    const took: number[] = [];
    const tookAtKafka: number[] = [];
    const since = (began: number): number => performance.now() - began;
    const once = async (of: Integration, run: number): Promise<void> => {
      const key = await newKey(of);
      await untilTaken(key);
      const isAtKafka = run % KAFKA_EVERY === 0;
      const kafka = kafkaOf(product.stack, key);
      const topic = `integration.door.v1.${of.id}`;
      const send = () => attempt(kafka, topic, { value: JSON.stringify(eventOf(of)) });
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      if (isAtKafka) {
        await eventually(async () => (await send()) === 'taken', SOON);
        await producer.connect();
      }
      expect((await admin('DELETE', `/integrations/${of.id}/keys/${key.keyId}`)).status).toBe(204);
      const began = performance.now();
      const overHttp = eventually(async () => (await ingest(key.key, '')).status === 401, SOON).then(() =>
        since(began),
      );
      if (isAtKafka) {
        const message = { value: JSON.stringify(eventOf(of)) };
        const connected = () =>
          producer.send({ topic, messages: [message] }).then(
            () => false,
            () => true,
          );
        const [one, other] = await Promise.all([
          eventually(connected, SOON).then(() => since(began)),
          eventually(async () => (await send()) !== 'taken', SOON).then(() => since(began)),
        ]);
        tookAtKafka.push(one, other);
        await producer.disconnect();
      }
      took.push(await overHttp);
    };
    const workers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, worker) => integration(`revoking ${worker}`)),
    );
    let begun = 0;
    await Promise.all(
      workers.map(async (of) => {
        await admin('PUT', `/integrations/${of.id}/door`);
        while (begun < REVOCATIONS) await once(of, (begun += 1));
      }),
    );
    const worst = (times: readonly number[]): number => Math.round(Math.max(...times));
    console.info(
      `a revoked key was refused after at most ${worst(took)} ms over HTTP, ${worst(tookAtKafka)} ms at Kafka`,
    );
    expect(took).toHaveLength(REVOCATIONS);
    expect(took.filter((time) => time > REVOKED_WITHIN)).toEqual([]);
    expect(tookAtKafka.filter((time) => time > REVOKED_WITHIN)).toEqual([]);
  });
});
