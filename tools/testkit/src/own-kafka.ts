import { startApacheKafka } from '@portico/embedded-kafka/apache';
import { startKafka } from '@portico/stack';

export type OwnKafka = {
  brokers: string;
  /** Crashes Kafka, and restarts it with its data at the same address. */
  crash: () => Promise<void>;
  /** Makes Kafka unresponsive, like a broken network, until the returned function is called. */
  silence: () => () => void;
  stop: () => Promise<void>;
};

/** Whether the run uses Apache Kafka instead of the embedded broker. */
export const isApacheKafka = (): boolean => process.env['PORTICO_TEST_KAFKA'] === 'apache';

const silence = (pid: number): (() => void) => {
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
};

const embedded = async (dataDir: string): Promise<OwnKafka> => {
  let broker = await startKafka({ dataDir });
  return {
    brokers: broker.brokers,
    crash: async () => {
      process.kill(broker.pid, 'SIGKILL');
      await broker.exited;
      broker = await startKafka({ dataDir, port: broker.port });
    },
    silence: () => silence(broker.pid),
    stop: () => broker.stop(),
  };
};

/** Options for a fast restart: after a crash, a broker waits until its earlier registration expires, by default 9 s. */
const SOON_BACK = { 'broker.session.timeout.ms': '3000', 'broker.heartbeat.interval.ms': '500' };

const apache = async (dataDir: string): Promise<OwnKafka> => {
  const { brokers, pid, kill, restart } = await startApacheKafka({ dataDir, properties: SOON_BACK });
  const crash = async (): Promise<void> => {
    await kill();
    await restart();
  };
  // Kafka can be killed at the end, because its data is discarded.
  return { brokers, crash, silence: () => silence(pid()), stop: kill };
};

export const startOwnKafka = (dataDir: string): Promise<OwnKafka> =>
  isApacheKafka() ? apache(dataDir) : embedded(dataDir);
