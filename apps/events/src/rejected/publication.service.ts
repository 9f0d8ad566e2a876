import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  type Rejection,
  SENDER_HEADER,
} from '@portico/contracts/events/integration-event';
import type { Position } from '@portico/contracts/events/position';
import type { Republished, Validation } from '@portico/contracts/http/rejected-events';
import { KAFKA, type Kafka, type Message, type Producer } from '@portico/kafka';
import { audited, AuditTrail, type Caller, Problem } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory, permits, type Scope } from '../directory/directory.ts';
import { accept, type Accepted, type Integrations, type Sender, type Verdict } from '../judge/accept.ts';
import type { Headers } from '../judge/cloud-event.ts';
import { senderOf } from '../judge/judged-message.ts';
import { isDoor } from '../logs/logs.ts';
import { withinLimitsNow } from '../table/filter/within-limits.ts';
import { StoredHeaders, type StoredRejected } from './rejected.query.ts';

/** A value to publish or validate. `sender`: the authenticated sender of the rejected event. */
export type Correction = { value: Buffer; headers: Headers; sender: Sender };

export type Publication = Correction & { accepted: Accepted };

const toProblem = ({ reason, pointer, code }: Rejection): Problem =>
  new Problem('validation_failed', `Portico would reject the event again (${code})`, [{ pointer, message: reason }]);

/** Returns the sender of a rejected event. Rows stored before the column `sender_id` existed contain the sender only in headers. */
export function senderOfRow({ kafka_partition, sender_id, headers }: StoredRejected): Sender {
  if (!isDoor(kafka_partition)) return null;
  return sender_id || senderOf({ headers: StoredHeaders.parse(JSON.parse(headers)) }) || null;
}

/** Validates events as the ingest does, before or instead of publishing them. */
@Injectable()
export class PublicationService implements OnApplicationShutdown {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly trail: AuditTrail,
  ) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.disconnect();
  }

  /** Predicts the result of publishing `value`. Integrations that the caller may not see count as missing. */
  validate(value: Buffer, headers: Headers, caller: Caller): Validation {
    return toValidation(this.judgeWithin(this.directory.scopeOf(caller), { value, headers, sender: undefined }));
  }

  validateCorrection(correction: Correction, caller: Caller): Validation {
    return toValidation(this.judge(correction, caller));
  }

  /**
   * Validates a correction. An integration counts as missing if the caller may not correct its rejected events. An integration that has
   * moved belongs to its current organization. Does not check the sender of an event of the shared topic, because only administrators may
   * correct such an event.
   */
  judge(correction: Correction, caller: Pick<Caller, 'id' | 'usertype'>): Verdict {
    const sender = correction.sender ?? undefined;
    return this.judgeWithin(this.directory.correctionScopeOf(caller), { ...correction, sender });
  }

  /**
   * Publishes `value` with the rejected event's sender. The value must have the rejected event's id, so that a second correction of the
   * event is a duplicate and is not listed. The publication does not count toward a quota.
   * @throws Problem `validation_failed` with the pointer to the fault, without publishing, if the value has another id, or the ingest would
   * reject the value again.
   */
  async publish(
    value: string,
    rejected: StoredRejected,
    caller: Caller,
  ): Promise<{ published: Republished; source_id: number }> {
    const correction = { value: Buffer.from(value), headers: {}, sender: senderOfRow(rejected) };
    const verdict = this.judge(correction, caller);
    if (!verdict.ok) throw toProblem(verdict.rejection);
    const { id, source_id } = verdict.event;
    if (rejected.event_id !== '' && id !== rejected.event_id) {
      const message = `The id should stay ${rejected.event_id}: a different id would make it another event`;
      throw new Problem('validation_failed', message, [{ pointer: '/id', message }]);
    }
    const organization = this.directory.organizationOf(source_id);
    audited({ targets: [`integration:${source_id}`], organizations: organization === null ? [] : [organization] });
    await this.trail.beforeChange();
    const position = await this.send([{ ...correction, accepted: verdict }]).catch((error: unknown) => {
      throw Problem.unavailable('Publishing', error);
    });
    return { published: { event_id: id, position }, source_id };
  }

  /**
   * @returns the position of the first publication, in its topic.
   * @throws unless Kafka acknowledged all publications.
   */
  async send(publications: readonly Publication[]): Promise<Position> {
    this.connected ??= this.producer.connect();
    await this.connected.catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    const messages = publications.map((one) => this.toMessage(one));
    const topicMessages = [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, some]) => ({
      topic,
      messages: some.map(({ message }) => message),
    }));
    const [sent] = await this.producer.sendBatch({ topicMessages, acks: -1 });
    return { partition: sent?.partition ?? 0, offset: Number(sent?.baseOffset ?? 0) };
  }

  /** Chooses the doors' topic if the sender is authenticated, or the integration does not accept the shared topic. */
  private toMessage({ value, headers, sender, accepted: { event } }: Publication): { topic: string; message: Message } {
    const key = String(event.organization_id);
    const { trust } = this.directory.integration(event.source_id, Date.now()) ?? {};
    if (!sender && trust !== 'enforce') return { topic: INTEGRATION_EVENTS_TOPIC, message: { key, value, headers } };
    const withSender = { ...headers, [SENDER_HEADER]: String(sender ?? event.source_id) };
    return { topic: DOORS_TOPIC, message: { key, value, headers: withSender } };
  }

  private judgeWithin(scope: Scope, { value, headers, sender }: Correction): Verdict {
    if (!this.follower.isCaughtUp) throw Problem.unavailable('The directory of integrations');
    return withinLimitsNow(accept(value, headers, this.integrationsOf(scope), Date.now(), sender), this.directory);
  }

  private integrationsOf(scope: Scope): Integrations {
    if (scope === 'every') return this.directory;
    return {
      integration: (id, at) => {
        const integration = this.directory.integration(id, at);
        const organization = integration?.organizationId ?? null;
        return organization !== null && permits(scope, organization, id) ? integration : undefined;
      },
    };
  }
}

const toValidation = (verdict: Verdict): Validation => {
  if (verdict.ok) return { accepted: true, event: verdict.event };
  return { accepted: false, rejection: verdict.rejection };
};
