import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC, type Rejection } from '@portico/contracts/events/integration-event';
import type { Republished, Validation } from '@portico/contracts/http/rejected-events';
import { KAFKA, type Kafka, type Producer } from '@portico/kafka';
import { type Caller, Problem } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory, includes } from '../directory/directory.ts';
import { accept, type Integrations, type Verdict } from '../judge/accept.ts';
import type { Headers } from '../judge/cloud-event.ts';

const toProblem = ({ reason, pointer, code }: Rejection): Problem =>
  new Problem('validation_failed', `It would be rejected again (${code})`, [{ pointer, message: reason }]);

/** Judges events as the ingest does, before or instead of publishing them. */
@Injectable()
export class PublicationService implements OnApplicationShutdown {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
  ) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.disconnect();
  }

  /** What would become of `value` if it were published. Integrations that the caller may not see do not exist. */
  validate(value: Buffer, headers: Headers, caller: Caller): Validation {
    const verdict = this.judge(value, headers, this.integrationsOf(caller));
    if (verdict.ok) return { accepted: true, event: verdict.event };
    const { rejection } = verdict;
    return { accepted: false, rejection, refusal: rejection };
  }

  /**
   * Publishes `value` with the id of the rejected event, so that an event corrected before is not listed twice.
   * @throws Problem `validation_failed` when it would be rejected again, with the pointer to the fault; nothing is published.
   */
  async publish(value: string, eventId: string | null): Promise<{ published: Republished; source_id: number }> {
    const bytes = Buffer.from(value);
    const verdict = this.judge(bytes, {}, this.directory);
    if (!verdict.ok) throw toProblem(verdict.rejection);
    const { id, source_id, organization_id } = verdict.event;
    if (eventId !== null && id !== eventId) {
      const message = `The id should stay ${eventId}: with another one it would be another event`;
      throw new Problem('validation_failed', message, [{ pointer: '/id', message }]);
    }
    const message = { key: String(organization_id), value: bytes };
    const [sent] = await this.send(message).catch((error: unknown) => {
      throw Problem.unavailable('Publishing', error);
    });
    const position = { partition: sent?.partition ?? 0, offset: Number(sent?.baseOffset ?? 0) };
    return { published: { event_id: id, position }, source_id };
  }

  private judge(value: Buffer, headers: Headers, integrations: Integrations): Verdict {
    if (!this.follower.isCaughtUp) throw Problem.unavailable('The directory of integrations');
    return accept(value, headers, integrations, Date.now());
  }

  private integrationsOf(caller: Caller): Integrations {
    const scope = this.directory.scopeOf(caller);
    const isVisible = (organization: number | null): boolean =>
      scope === 'every' || (organization !== null && includes(scope, organization));
    return {
      integration: (id, at) => {
        const integration = this.directory.integration(id, at);
        return integration && isVisible(integration.organizationId) ? integration : undefined;
      },
    };
  }

  private async send(message: { key: string; value: Buffer }) {
    this.connected ??= this.producer.connect();
    await this.connected.catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    return this.producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages: [message], acks: -1 });
  }
}
