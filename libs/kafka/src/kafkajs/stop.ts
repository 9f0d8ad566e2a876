import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import Runner, { type Broker } from 'kafkajs/src/consumer/runner.js';

/** Index of the fetch connection in the pool of two connections to a broker. */
const FETCHING = 1;
/** Milliseconds until `stop` closes the connections again. A fetch that was not sent at the first attempt may have been sent since. */
const POLL_MS = 10;

/** Closes the fetch connection to a broker without reading further responses, which kafkajs would log as warnings. */
function cut({ connectionPool }: Broker): void {
  const connection = connectionPool.pool[FETCHING];
  connection?.rejectRequests(new kafkajs.KafkaJSNonRetriableError('the consumer stops'));
  if (connection?.connectionStatus !== 'connected') return;
  connection.connectionStatus = 'disconnected';
  connection.requestQueue.destroy();
  connection.socket.destroy();
}

/**
 * Lets a consumer stop while Kafka waits for records. Without this patch, kafkajs waits for Kafka's response, and the service stops
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
      await Promise.race([Promise.allSettled(fetches), sleep(POLL_MS)]);
    }
    await stopped;
  };
}
