import { Injectable } from '@nestjs/common';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { Ingested, RejectedOfBatch } from '@portico/contracts/http/ingest';
import {
  DOORS_TOPIC,
  MODE_HEADER,
  SENDER_HEADER,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import type { Message } from '@portico/kafka';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory } from '../directory/directory.ts';
import { accept, type Integrations, mayChange, type Verdict } from '../judge/accept.ts';
import { MAX_KEPT_BYTES } from '../judge/published-headers.ts';
import { ByteTurns } from '../judge/byte-turns.ts';
import { FairQueue } from '../table/admission/fair-queue.ts';
import { withinLimitsNow } from '../table/filter/within-limits.ts';
import type { Reading } from './body/body-reader.ts';
import type { Framing } from './body/framing.ts';
import { idOf, type Stamp, stamp } from './body/stamp.ts';
import type { Value } from './body/value.ts';
import type { Key } from './keys/key-directory.ts';
import { KeyUses } from './keys/key-uses.ts';
import { DoorProducer } from './publish/door-producer.ts';
import { type Place, Room } from './publish/room.ts';
import type { Limit } from './quota/grant.ts';
import { Meter } from './quota/meter.ts';
import { Quotas } from './quota/quotas.ts';

/** Runs `work` for several callers at once. Callers during a run share the next run, because a caller's run must begin after the call. */
class Shared {
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.running) return (this.next ??= this.running.then(() => this.begin()));
    return this.begin();
  }

  private begin(): Promise<void> {
    this.next = null;
    this.running = this.work()
      .catch(() => undefined)
      .finally(() => (this.running = null));
    return this.running;
  }
}

/** Limits of concurrent requests per key and per integration. Further requests wait unread. If too many wait, the status is 429. */
const WORKING = {
  running: Number.POSITIVE_INFINITY,
  ofUser: 4,
  ofOrganization: 8,
  waitingOfUser: 1_000,
  patience: 60_000,
};

/** An event as sent to Kafka. */
type Stamped = { bytes: Buffer; id: string | null };
/** An event with its verdict. */
type Judged = Stamped & { verdict: Verdict };
type Batch = { judged: Judged[]; headers: Framing['headers']; organization: number | null; meter: Meter; key: Key };

/** `said`: called with the integration's remaining quota. `gone`: aborted when the caller disconnects. */
type Caller = { said: (limit: Limit) => void; gone: AbortSignal };

/** Publishes events that arrive over HTTP: validates each event of a request, and responds once all events are in Kafka. */
@Injectable()
export class IngestService {
  private readonly working = new FairQueue(WORKING);
  private readonly newest = new Shared(() => this.follower.catchUp());

  /** Returns the current state of an integration. Ignores the requested time, because Kafka's clock may be ahead of the local clock. */
  private readonly integrations: Integrations;

  constructor(
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly producer: DoorProducer,
    private readonly room: Room,
    private readonly quotas: Quotas,
    private readonly uses: KeyUses,
  ) {
    this.integrations = { integration: (id) => directory.integration(id, Number.POSITIVE_INFINITY) };
  }

  /** @throws Problem if the request is rejected; after `unavailable` some of its events may still arrive. */
  async ingest(read: Reading, key: Key, caller: Caller): Promise<Ingested> {
    const place = this.room.enter();
    try {
      const batch = await this.judged(read, key, { ...caller, place }, true);
      const { judged, headers, organization, meter } = batch;
      const messages = judged.map(({ bytes }) => toMessage(bytes, headers, key, organization));
      await this.producer
        .publish(key.mode === 'test' ? TEST_EVENTS_TOPIC : DOORS_TOPIC, messages)
        .catch((error: unknown) => {
          meter.giveBack();
          throw error;
        });
      this.uses.note(batch.key);
      return toAnswer(judged);
    } finally {
      place.leave();
    }
  }

  /**
   * The response that {@link ingest} would return, without publishing or counting events.
   * @throws Problem like {@link ingest}.
   */
  async check(read: Reading, key: Key, caller: Caller): Promise<Ingested> {
    const place = this.room.enter();
    try {
      const { judged } = await this.judged(read, key, { ...caller, place }, false);
      this.uses.note(key);
      return toAnswer(judged);
    } finally {
      place.leave();
    }
  }

  /** Reads and validates a request as soon as the limits of its key allow. Waiting for Kafka does not count toward the limits. */
  private async judged(
    read: Reading,
    key: Key,
    { place, gone, said }: Caller & { place: Place },
    isPublished: boolean,
  ): Promise<Batch> {
    const asker = { user: key.id, organizations: [key.integrationId] };
    const leave = await this.working.enter(asker, gone);
    try {
      const integration = await this.find(key.integrationId);
      const organization = integration?.organizationId ?? null;
      const meter = new Meter(this.quotas, key.integrationId, integration?.quota, said);
      const { values, headers, key: signer = key } = await read({ asker, place, meter, gone });
      if (isPublished) await meter.take({ events: values.length });
      const fields = { source_id: key.integrationId, organization_id: organization };
      const judged = await this.judge(values, headers, fields, key.mode === 'test');
      return { judged, headers, organization, meter, key: signer };
    } finally {
      leave();
    }
  }

  /** Finds an integration. If it is unknown, first reads the newest states, because the state of a new integration may be in transit. */
  private async find(id: number): Promise<IntegrationState | undefined> {
    const find = () => this.integrations.integration(id, Date.now());
    if (!find()) await this.newest.run();
    return find();
  }

  /**
   * Validates events. If newer states could change a verdict, reads all states published by now, and validates the event again, like the
   * ingest.
   */
  private async judge(
    values: readonly Value[],
    headers: Framing['headers'],
    fields: Stamp,
    isTest: boolean,
  ): Promise<Judged[]> {
    const now = Date.now();
    const decide = ({ bytes }: Stamped): Verdict => {
      const verdict = accept(bytes, headers, this.integrations, now, fields.source_id);
      return isTest ? verdict : withinLimitsNow(verdict, this.directory);
    };
    const turns = new ByteTurns();
    const judged: Judged[] = [];
    for (const value of values) {
      const stamped = stampValue(value, headers, fields);
      judged.push({ ...stamped, verdict: decide(stamped) });
      await turns.spend(stamped.bytes.length);
    }
    if (!judged.some(({ verdict }) => mayChange(verdict))) return judged;
    await this.newest.run();
    return judged.map((event) => (mayChange(event.verdict) ? { ...event, verdict: decide(event) } : event));
  }
}

/** Adds the key's integration and organization to an event that lacks them. */
const stampValue = (value: Value, headers: Framing['headers'], fields: Stamp): Stamped =>
  'bytes' in value
    ? { bytes: value.bytes, id: null }
    : { bytes: Buffer.from(stamp(value.text, value.json, headers, fields)), id: idOf(value.json, headers) };

/** Builds the Kafka message. Forwards only event headers of the request, so that callers cannot set Portico's own headers. */
const toMessage = (bytes: Buffer, headers: Framing['headers'], key: Key, organization: number | null): Message => ({
  key: String(organization ?? 0),
  value: bytes.subarray(0, MAX_KEPT_BYTES),
  headers: {
    ...headers,
    [SENDER_HEADER]: String(key.integrationId),
    ...(key.mode === 'test' && { [MODE_HEADER]: key.mode }),
  },
});

const toRejected = ({ id, verdict }: Judged, index: number): RejectedOfBatch[] =>
  verdict.ok ? [] : [{ index, id, ...verdict.rejection }];

const toAnswer = (judged: readonly Judged[]): Ingested => {
  const rejected = judged.flatMap(toRejected);
  return { accepted: judged.length - rejected.length, rejected };
};
