import { startApacheKafka } from '@portico/embedded-kafka/apache';
import { startKafka } from '@portico/stack';

export type OwnKafka = {
  /** For KAFKA_BROKERS. */
  brokers: string;
  /** Ends it as a crash would, and starts it again at the same address with what it had kept. */
  crash: () => Promise<void>;
  /** Lets it answer nobody, as behind a broken network, until what this returns is called. */
  silence: () => () => void;
  stop: () => Promise<void>;
};

/** What the test run is against: the embedded broker, or Apache Kafka. */
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

/** After a crash a broker waits until its registration from before has run out: by default 9 s. */
const SOON_BACK = { 'broker.session.timeout.ms': '3000', 'broker.heartbeat.interval.ms': '500' };

const apache = async (dataDir: string): Promise<OwnKafka> => {
  const { brokers, pid, kill, restart } = await startApacheKafka({ dataDir, properties: SOON_BACK });
  const crash = async (): Promise<void> => {
    await kill();
    await restart();
  };
  // What it holds is thrown away: it need not end in order.
  return { brokers, crash, silence: () => silence(pid()), stop: kill };
};

/** Kafka of one suite alone, in its folder. */
export const startOwnKafka = (dataDir: string): Promise<OwnKafka> =>
  isApacheKafka() ? apache(dataDir) : embedded(dataDir);
