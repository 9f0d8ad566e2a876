import { type AggregateState, readState, type StateTopic } from '@portico/contracts/events/domain-event';
import { followStates, type Kafka } from '@portico/kafka';

export async function newestStates<State extends AggregateState>(
  kafka: Kafka,
  service: string,
  topic: StateTopic<State>,
  identify: (state: State) => string,
): Promise<Map<string, State>> {
  const newest = new Map<string, State>();
  const receive = (payload: unknown): void => {
    const read = readState(topic, payload);
    if (!read.ok) return;
    const identity = identify(read.state);
    if (read.state.version > (newest.get(identity)?.version ?? 0)) newest.set(identity, read.state);
  };
  const following = await followStates(kafka, `${service}.operations`, [{ topic: topic.topic, receive }]);
  const failed = following.ended.then((reason) => {
    throw reason;
  });
  try {
    await Promise.race([following.caughtUp, failed]);
    return newest;
  } finally {
    failed.catch(() => undefined);
    await following.stop();
  }
}
