import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApacheKafkaCluster, startApacheKafkaCluster } from '@portico/embedded-kafka/apache';
import { type EventsStack, startEventsStack } from './events-stack.ts';

/** Settings that docs/guides/kafka.md recommends, so that a lost broker is replaced after 3 s instead of 9 s. */
const ADVISED = {
  'broker.session.timeout.ms': '3000',
  'broker.heartbeat.interval.ms': '1000',
  'group.initial.rebalance.delay.ms': '0',
};

/** Starts three Apache Kafka brokers that can be ended individually, with the events service's stack. */
export async function startEventsCluster(): Promise<{ cluster: ApacheKafkaCluster; stack: EventsStack }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-cluster-'));
  const cluster = await startApacheKafkaCluster(3, { dataDir, properties: ADVISED });
  const unused = (): never => {
    throw new Error('single nodes are ended here');
  };
  const stack = await startEventsStack(undefined, {
    kafka: { brokers: cluster.brokers, crash: unused, silence: unused, stop: cluster.kill },
    environment: { KAFKA_REPLICATION_FACTOR: '3' },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { cluster, stack: { ...stack, stop } };
}
