import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AggregateState, DomainEvent, StateTopic } from '@portico/contracts/events/domain-event';
import { ofTopic } from '@portico/kafka';
import { activeSpan, Problem, startSpan } from '@portico/service';
import { uuidv7 } from 'uuidv7';
import { OutboxMessage } from './outbox.entity.ts';

/** Kafka accepts records up to 1 MiB. A larger one would block the ordered outbox, so it is rejected when it is added. */
const MAX_BYTES = 1_000_000;

/** Stores a service's domain events in the transaction of the change. */
@Injectable()
export class Outbox {
  /**
   * Adds the aggregate's whole current state. It is published after the caller's transaction commits, or never.
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

/** Creates the span of an event, the parent of its publication and effects; null without tracing. */
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
