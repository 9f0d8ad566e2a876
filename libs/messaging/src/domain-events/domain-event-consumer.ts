import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { KafkaContext } from '@nestjs/microservices';
import { type AggregateState, readState, type StateTopic } from '@portico/contracts/events/domain-event';
import { deadLetterTopic, KAFKA, type Kafka, type Producer } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { crash, isDefect, Problem, Unavailable } from '@portico/service';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';

/**
 * Applies one state in a transaction. The same state comes again after a crash and in a replay, and an older one may
 * follow: the work compares versions, so that neither changes anything.
 */
export type Work<State> = (em: EntityManager, state: State) => Promise<void>;

/** Pauses between retries of an event whose work throws, in milliseconds. */
const RETRY_PAUSES = [100, 500, 2_000];

/**
 * Receives domain events at least once. An event that cannot be read, or whose work throws
 * a `Problem`, goes to the dead-letter topic at once; one that the database rejects is retried a few times first. While
 * the database is unavailable or read-only, nothing is dead-lettered: the error goes back to Kafka, which delivers the
 * event again. Over a defect the process ends, and the event is not acknowledged.
 */
@Injectable()
export class DomainEventConsumer implements OnApplicationShutdown {
  private readonly logger = new Logger(DomainEventConsumer.name);
  private readonly producer: Producer;
  private isConnected = false;

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    private readonly orm: MikroORM,
    @Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions,
  ) {
    this.producer = kafka.producer();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.disconnect();
  }

  async receive<State extends AggregateState>(
    topic: StateTopic<State>,
    payload: unknown,
    context: unknown,
    work: Work<State>,
  ): Promise<void> {
    if (!(context instanceof KafkaContext)) throw new TypeError('a domain event comes with its Kafka context');
    const read = readState(topic, payload);
    if (!read.ok) return this.bury(context, read.reason);
    const { id, state } = read;
    for (const pause of [...RETRY_PAUSES, null]) {
      try {
        return await this.orm.em.fork().transactional((em) => work(em, state));
      } catch (thrown) {
        if (thrown instanceof Problem) return this.bury(context, thrown.message);
        const error = ofPostgres(thrown);
        if (isDefect(error)) crash(error);
        if (isDefect(error) || (pause === null && error instanceof Unavailable)) throw error;
        await this.orm.em.fork().execute('select 1');
        if (pause === null) return this.bury(context, String(error));
        this.logger.warn({ topic: topic.topic, event: id, error: String(error) }, 'domain event failed, retrying');
        await sleep(pause);
      }
    }
  }

  private async bury(context: KafkaContext, reason: string): Promise<void> {
    const message = context.getMessage();
    const [topic, partition, { offset }] = [context.getTopic(), context.getPartition(), message];
    this.logger.error({ topic, partition, offset, reason }, 'domain event dead-lettered');
    if (!this.isConnected) await this.producer.connect();
    this.isConnected = true;
    await this.producer.send({
      topic: deadLetterTopic(this.options.service),
      acks: -1,
      messages: [
        {
          key: message.key,
          value: this.originalValue(message.value),
          headers: { 'portico-reason': reason, 'portico-origin': `${topic}/${partition}/${offset}` },
        },
      ],
    });
  }

  /** Nest's Kafka server hands on the value already parsed. */
  private originalValue(value: unknown): string | Buffer | null {
    if (value === null || value === undefined) return null;
    return Buffer.isBuffer(value) || typeof value === 'string' ? value : JSON.stringify(value);
  }
}
