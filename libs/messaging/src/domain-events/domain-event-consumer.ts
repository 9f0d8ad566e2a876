import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { KafkaContext } from '@nestjs/microservices';
import { type AggregateState, readState, type StateTopic } from '@portico/contracts/events/domain-event';
import { processing, traceparentOf } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { Counter, crash, isDefect, Problem, Unavailable } from '@portico/service';
import { Replay } from '../dead-letters/replay.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { consumerOf, DeadLetter, withoutNul } from '../dead-letters/dead-letter.entity.ts';

/** Returns the original bytes of a key or value, which Nest's Kafka server has already parsed. */
const originalOf = (value: unknown): Buffer | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Stores a record that could not be applied as a dead letter. Does not change the letter if the record is already stored. */
async function bury(em: EntityManager, context: KafkaContext, reason: string): Promise<void> {
  const message = context.getMessage();
  await em
    .createQueryBuilder(DeadLetter)
    .insert({
      topic: context.getTopic(),
      partition: context.getPartition(),
      offset: message.offset,
      publishedAt: new Date(Number(message.timestamp)),
      key: originalOf(message.key),
      value: originalOf(message.value),
      reason: withoutNul(reason),
    })
    .onConflict(['topic', 'partition', 'offset', 'publishedAt'])
    .ignore()
    .execute();
}

/**
 * Applies one state in a transaction. Kafka may deliver a state again, or deliver an older state later. The work compares versions and
 * ignores such states.
 */
type Work<State> = (em: EntityManager, state: State) => Promise<void>;

const deadLetters = new Counter({
  name: 'portico_dead_letters_total',
  help: 'Domain events that this process could not apply and put aside, by the topic that they came from',
  labelNames: ['topic'],
});

/** Milliseconds to wait before each retry of an event whose work throws. */
const RETRY_PAUSES = [100, 500, 2_000];

/**
 * Receives domain events at least once. An unreadable event, or an event whose work throws a `Problem`, becomes a dead letter at once.
 * An event that the database rejects becomes a dead letter after three retries. While the database is unavailable or read-only, Kafka
 * delivers events again. After a defect, the process ends without acknowledging the event.
 */
@Injectable()
export class DomainEventConsumer {
  private readonly logger = new Logger(DomainEventConsumer.name);

  constructor(
    private readonly orm: MikroORM,
    @Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'service'>,
  ) {}

  async receive<State extends AggregateState>(
    topic: StateTopic<State>,
    payload: unknown,
    context: unknown,
    work: Work<State>,
  ): Promise<void> {
    if (context instanceof Replay) return context.apply((em) => again(em, topic, payload, work));
    if (!(context instanceof KafkaContext)) throw new TypeError('a domain event comes with its Kafka context');
    const { offset, headers } = context.getMessage();
    const processed = {
      topic: topic.topic,
      group: consumerOf(this.options.service),
      count: 1,
      parent: traceparentOf(headers),
      attributes: {
        'messaging.destination.partition.id': String(context.getPartition()),
        'messaging.kafka.offset': Number(offset),
      },
    };
    return processing(processed, () => this.process(topic, payload, context, work));
  }

  private async process<State extends AggregateState>(
    topic: StateTopic<State>,
    payload: unknown,
    context: KafkaContext,
    work: Work<State>,
  ): Promise<void> {
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
    const { offset } = context.getMessage();
    const [topic, partition] = [context.getTopic(), context.getPartition()];
    this.logger.error({ topic, partition, offset, reason }, 'domain event failed, stored as a dead letter');
    deadLetters.inc({ topic });
    await bury(this.orm.em.fork(), context, reason);
  }
}

/**
 * Applies the event of a dead letter again.
 * @throws Problem if the event is unreadable, or any error of `work`.
 */
async function again<State extends AggregateState>(
  em: EntityManager,
  topic: StateTopic<State>,
  payload: unknown,
  work: Work<State>,
): Promise<void> {
  const read = readState(topic, payload);
  if (!read.ok) throw new Problem('conflict', read.reason);
  await work(em, read.state);
}
