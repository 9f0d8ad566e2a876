import { ApacheKafkaUnavailable, startApacheKafkaCluster } from '@portico/embedded-kafka/apache';
import type { BenchKafka } from '../bench-stack.ts';

const COUNT = 3;

/** Three brokers of Apache Kafka, or why they cannot be here: the embedded broker takes their place then. */
export async function startBrokers(dataDir: string): Promise<{ kafka?: BenchKafka; name: string }> {
  try {
    const properties = { 'group.initial.rebalance.delay.ms': '0' };
    const { brokers, nodes, kill } = await startApacheKafkaCluster(COUNT, { dataDir, properties });
    const kafka = { brokers, pid: nodes()[0]?.pid ?? 0, replicas: COUNT, stop: kill };
    return { kafka, name: `Apache Kafka, ${COUNT} brokers, ${COUNT} copies of each topic` };
  } catch (error) {
    if (!(error instanceof ApacheKafkaUnavailable)) throw error;
    return { name: `the embedded broker, one of it, because Apache Kafka cannot run here: ${error.message}` };
  }
}
