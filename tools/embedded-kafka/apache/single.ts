import { startApacheKafkaCluster, type ApacheKafkaOptions } from './cluster.ts';
import type { Installation } from './installation.ts';

export type RunningApacheKafka = {
  /** `localhost:port`, for KAFKA_BROKERS. */
  brokers: string;
  port: number;
  pid: () => number;
  installation: Installation;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  /** After `stop` or `kill`: starts the broker again with the same address and data. */
  restart: () => Promise<void>;
};

/**
 * Starts one Apache Kafka on this machine (KRaft, one node) and waits until it is ready, which takes 3 to 4 s on 2 cores.
 * @throws ApacheKafkaUnavailable if Java or Maven is missing, or the jars cannot be downloaded.
 */
export const startApacheKafka = async (options: ApacheKafkaOptions): Promise<RunningApacheKafka> => {
  const { brokers, installation, nodes, restart, stop, kill } = await startApacheKafkaCluster(1, options);
  return {
    brokers,
    port: Number(brokers.split(':')[1]),
    pid: () => nodes()[0]?.pid ?? 0,
    installation,
    stop,
    kill,
    restart: () => restart(1),
  };
};
