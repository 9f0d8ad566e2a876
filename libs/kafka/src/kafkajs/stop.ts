import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import Runner, { type Broker } from 'kafkajs/src/consumer/runner.js';

/** Of the two connections to a broker, the one that fetches. */
const FETCHING = 1;
/** Milliseconds until a fetch that had not been sent yet is looked for again. */
const LOOK = 10;

/** Nothing that Kafka still answers is read: kafkajs would warn of it. */
function cut({ connectionPool }: Broker): void {
  const connection = connectionPool.pool[FETCHING];
  connection?.rejectRequests(new kafkajs.KafkaJSNonRetriableError('the consumer stops'));
  if (connection?.connectionStatus !== 'connected') return;
  connection.connectionStatus = 'disconnected';
  connection.requestQueue.destroy();
  connection.socket.destroy();
}

/**
 * Lets a consumer stop while Kafka waits for records. kafkajs waits until Kafka has answered, so that a service would end
 * only after its longest fetch.
 */
export function stopDuringFetches(): void {
  const { fetch, stop } = Runner.prototype;
  const underWay = new WeakMap<Runner, Set<Promise<unknown>>>();

  Runner.prototype.fetch = async function fetchUntilStopped(this: Runner, nodeId: number) {
    const fetches = underWay.get(this) ?? new Set();
    underWay.set(this, fetches);
    const fetching = fetch.call(this, nodeId);
    fetches.add(fetching);
    try {
      return await fetching;
    } catch (error) {
      if (this.running) throw error;
      return [];
    } finally {
      fetches.delete(fetching);
    }
  };

  Runner.prototype.stop = async function stopAtOnce(this: Runner) {
    const stopped = stop.call(this);
    const fetches = underWay.get(this) ?? new Set();
    while (fetches.size > 0) {
      for (const broker of Object.values(this.consumerGroup.cluster.brokerPool.brokers)) cut(broker);
      await Promise.race([Promise.allSettled(fetches), sleep(LOOK)]);
    }
    await stopped;
  };
}
