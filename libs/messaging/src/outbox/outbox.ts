import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AggregateState, DomainEvent, StateTopic } from '@portico/contracts/events/domain-event';
import { ofTopic } from '@portico/kafka';
import { activeSpan, Problem, startSpan } from '@portico/service';
import { uuidv7 } from 'uuidv7';
import { OutboxMessage } from './outbox.entity.ts';

/** Maximum bytes of an event. Kafka rejects records above 1 MiB, and such a record would block all later rows of the outbox. */
const MAX_BYTES = 1_000_000;

/** Stores a service's domain events in the same transaction as the change that they describe. */
@Injectable()
export class Outbox {
  /**
   * Adds the aggregate's whole current state to the outbox. The relay publishes the state after the caller's transaction has committed.
   * @throws Problem `payload_too_large` for a state that is too large for Kafka.
   */
  add<State extends AggregateState>(em: EntityManager, topic: StateTopic<State>, state: State): void {
    const event: DomainEvent = {
      specversion: '1.0',
      id: uuidv7(),
      source: topic.source,
      type: topic.type,
      subject: String(state.id),
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data: topic.data.parse(state),
    };
    const value = JSON.stringify(event);
    if (Buffer.byteLength(value) > MAX_BYTES)
      throw new Problem('payload_too_large', `It is too large to be published: at most ${MAX_BYTES} bytes`);
    const row = {
      topic: topic.topic,
      key: event.subject,
      value,
      traceparent: created(topic, event),
    };
    em.persist(em.create(OutboxMessage, row));
  }
}

/** Creates the span of an event. Spans of publishing and processing the event are its children. Returns null without tracing. */
function created({ topic }: { topic: string }, { id, subject }: DomainEvent): string | null {
  if (activeSpan() === null) return null;
  const span = startSpan(`create ${topic}`, {
    kind: 'producer',
    attributes: {
      ...ofTopic(topic),
      'messaging.operation.name': 'create',
      'messaging.operation.type': 'create',
      'messaging.message.id': id,
      'messaging.kafka.message.key': subject,
    },
  });
  span?.end();
  return span?.traceparent ?? null;
}
