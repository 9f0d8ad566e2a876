import { randomUUID } from 'node:crypto';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';

/** A state as a Kafka message, as a service publishes it. A message with the same `id` is a second delivery. */
export const stateMessage = <State extends AggregateState>(
  topic: StateTopic<State>,
  data: State,
  id: string = randomUUID(),
): { key: string; value: string } => ({
  key: String(data.id),
  value: JSON.stringify({
    specversion: '1.0',
    id,
    source: topic.source,
    type: topic.type,
    subject: String(data.id),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data,
  }),
});
