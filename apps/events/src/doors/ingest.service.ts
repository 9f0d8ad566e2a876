import type { IncomingMessage } from 'node:http';
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
import { Problem } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory } from '../directory/directory.ts';
import { accept, type Integrations, mayChange, type Verdict } from '../judge/accept.ts';
import { inTurns } from '../judge/in-turns.ts';
import { type Framing, readFraming } from './body/framing.ts';
import { readBody } from './body/read-body.ts';
import { split } from './body/split.ts';
import { idOf, stamp } from './body/stamp.ts';
import type { Key } from './keys/key-directory.ts';
import { KeyUses } from './keys/key-uses.ts';
import { DoorProducer } from './publish/door-producer.ts';
import { Room } from './publish/room.ts';
import { Shared } from './publish/shared.ts';
import type { Limit } from './quota/grant.ts';
import { Quotas } from './quota/quotas.ts';

/** Events that are judged in one turn of the event loop: a few milliseconds of small ones. */
const A_TURN = 50;
/** Of a longer value only the beginning is kept: it is rejected, and has to fit into one record. */
const MAX_KEPT_BYTES = 512 * 1024;

/** An event as it goes to Kafka. */
type Stamped = { bytes: Buffer; id: string | null };
/** With what is decided about it. */
type Judged = Stamped & { verdict: Verdict };
type Read = { stamped: Stamped[]; organization: number | null; quota: IntegrationState['quota'] };

/** The HTTP door: a request's events, each judged, stand in Kafka when it is answered. */
@Injectable()
export class IngestService {
  private readonly newest = new Shared(() => this.follower.catchUp());

  /** As they are known to be now, by whatever clock: Kafka's may be ahead of this machine's. */
  private readonly integrations: Integrations;

  constructor(
    directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly producer: DoorProducer,
    private readonly room: Room,
    private readonly quotas: Quotas,
    private readonly uses: KeyUses,
  ) {
    this.integrations = { integration: (id) => directory.integration(id, Number.POSITIVE_INFINITY) };
  }

  /**
   * @param said - called with what is left of the integration's quota, whether the request fits into it or not.
   * @throws Problem when nothing of the request is taken; of `unavailable` some of it may arrive later.
   */
  async ingest(request: IncomingMessage, key: Key, said: (limit: Limit) => void): Promise<Ingested> {
    return this.withBody(request, (body, framing) => this.take(body, framing, key, said));
  }

  /** What {@link ingest} would answer; nothing is published, and nothing counted. @throws Problem as it would. */
  async check(request: IncomingMessage, key: Key): Promise<Ingested> {
    return this.withBody(request, async (body, framing) => {
      const { stamped } = await this.read(body, framing, key);
      const judged = await this.judge(stamped, framing.headers, key.integrationId);
      this.uses.note(key);
      return toAnswer(judged);
    });
  }

  private async withBody(
    request: IncomingMessage,
    work: (body: Buffer, framing: Framing) => Promise<Ingested>,
  ): Promise<Ingested> {
    this.room.check();
    const framing = readFraming(request.headers);
    const body = await readBody(request, framing);
    const leave = this.room.hold(body.length);
    try {
      return await work(body, framing);
    } finally {
      leave();
    }
  }

  /** The events of a request, with what the key says where they do not say it. */
  private async read(body: Buffer, { form, headers }: Framing, key: Key): Promise<Read> {
    const values = split(body, form);
    const integration = await this.find(key.integrationId);
    const organization = integration?.organizationId ?? null;
    const fields = { source_id: key.integrationId, organization_id: organization };
    const stamped = values.map((value) =>
      'bytes' in value
        ? { bytes: value.bytes, id: null }
        : { bytes: Buffer.from(stamp(value.text, value.json, headers, fields)), id: idOf(value.json, headers) },
    );
    return { stamped, organization, quota: integration?.quota };
  }

  private async take(body: Buffer, framing: Framing, key: Key, said: (limit: Limit) => void): Promise<Ingested> {
    const { stamped, organization, quota } = await this.read(body, framing, key);
    const { headers } = framing;
    const size = stamped.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const grant = await this.quotas.take(key.integrationId, { events: stamped.length, bytes: size }, quota);
    said(grant.limit);
    if (grant.isOver) throw overQuota(grant.limit);
    const judged = await this.judge(stamped, headers, key.integrationId);
    const messages = judged.map(({ bytes }) => toMessage(bytes, headers, key, organization));
    await this.producer
      .publish(key.mode === 'test' ? TEST_EVENTS_TOPIC : DOORS_TOPIC, messages)
      .catch((error: unknown) => {
        grant.giveBack();
        throw error;
      });
    this.uses.note(key);
    return toAnswer(judged);
  }

  /** The news of an integration that was made a moment ago may be under way. */
  private async find(id: number): Promise<IntegrationState | undefined> {
    const find = () => this.integrations.integration(id, Date.now());
    if (!find()) await this.newest.run();
    return find();
  }

  /** As the ingest does it: what could change is decided by all that is published now. */
  private async judge(events: readonly Stamped[], headers: Framing['headers'], sender: number): Promise<Judged[]> {
    const now = Date.now();
    const decide = ({ bytes }: Pick<Judged, 'bytes'>): Verdict =>
      accept(bytes, headers, this.integrations, now, sender);
    const judged: Judged[] = [];
    await inTurns(events, A_TURN, (some) => {
      for (const event of some) judged.push({ ...event, verdict: decide(event) });
    });
    if (!judged.some(({ verdict }) => mayChange(verdict))) return judged;
    await this.newest.run();
    return judged.map((event) => (mayChange(event.verdict) ? { ...event, verdict: decide(event) } : event));
  }
}

/** Of the request's headers only those of the event go along, so that none of them is taken for the product's own. */
const toMessage = (bytes: Buffer, headers: Framing['headers'], key: Key, organization: number | null): Message => ({
  key: String(organization ?? 0),
  value: bytes.subarray(0, MAX_KEPT_BYTES),
  headers: {
    ...headers,
    [SENDER_HEADER]: String(key.integrationId),
    ...(key.mode === 'test' && { [MODE_HEADER]: key.mode }),
  },
});

const overQuota = ({ of, limit, remaining, reset }: Limit): Problem => {
  const what = of === 'events' ? `${limit} events a minute` : `${limit} bytes a day`;
  const message = `The integration may publish ${what}, of which ${remaining} are left. Nothing of the request was taken.`;
  return Problem.rateLimited(message, reset);
};

const toRejected = ({ id, verdict }: Judged, index: number): RejectedOfBatch[] =>
  verdict.ok ? [] : [{ index, id, ...verdict.rejection }];

const toAnswer = (judged: readonly Judged[]): Ingested => {
  const rejected = judged.flatMap(toRejected);
  return { accepted: judged.length - rejected.length, rejected };
};
