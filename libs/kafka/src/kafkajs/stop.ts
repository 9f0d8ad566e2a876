import kafkajs from 'kafkajs';
import Runner from 'kafkajs/src/consumer/runner.js';

/** Of the two connections to a broker, the one that fetches. */
const FETCHING = 1;

/**
 * Lets a consumer stop while Kafka waits for records. kafkajs waits until Kafka has answered, so that a service would end
 * only after its longest fetch.
 */
export function stopDuringFetches(): void {
  const { fetch, stop } = Runner.prototype;
  const endings = new WeakMap<Runner, Set<() => void>>();

  Runner.prototype.fetch = function fetchUntilStopped(this: Runner, nodeId: number) {
    const ends = endings.get(this) ?? new Set();
    endings.set(this, ends);
    return new Promise((resolve, reject) => {
      const end = (): void => resolve([]);
      ends.add(end);
      fetch
        .call(this, nodeId)
        .finally(() => ends.delete(end))
        .then(resolve, reject);
    });
  };

  Runner.prototype.stop = function stopAtOnce(this: Runner) {
    const stopped = stop.call(this);
    for (const end of endings.get(this) ?? []) end();
    for (const { connectionPool } of Object.values(this.consumerGroup.cluster.brokerPool.brokers))
      connectionPool.pool[FETCHING]?.rejectRequests(new kafkajs.KafkaJSNonRetriableError('the consumer stops'));
    return stopped;
  };
}
