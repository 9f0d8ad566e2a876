import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Call,
  caller,
  engines,
  eventually,
  type OwnKafka,
  Publisher,
  randomFrom,
  SEED,
  type ServiceProcess,
  startOwnKafka,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { Kafka, logLevel } from '@portico/kafka';
import { Client } from 'pg';

/**
 * A process knows the identities of stored events without asking from the first one on, later, or never: nothing but time may
 * depend on it.
 */
const IDENTITIES_AFTER = ['0', '1', '100'];
const random = randomFrom(SEED);
const anyIdentities = (): string => IDENTITIES_AFTER[Math.floor(random() * IDENTITIES_AFTER.length)] ?? '0';

/** Suites of one worker follow each other on one PostgreSQL. */
async function dropDatabase(): Promise<void> {
  const client = new Client({ connectionString: `${engines().POSTGRES_URL}/postgres` });
  await client.connect();
  await client.query('drop database if exists events with (force)');
  await client.end();
}

/** Kafka and databases of this suite alone, tokens, and a publisher. */
export type EventsStack = {
  /** Ends Kafka as a crash would, and starts it again with what it had kept. */
  crashKafka: () => Promise<void>;
  /** Lets Kafka answer nobody, as behind a broken network, until what it returns is called. */
  silenceKafka: () => () => void;
  publisher: Publisher;
  kafka: Kafka;
  /** Addresses of Kafka, separated by commas. */
  brokers: string;
  /** Of the suite's database, with user and password. */
  clickhouseUrl: string;
  /** Starts the service; its port stays the same, so that clients can reconnect. With port 0 it is another one beside it. */
  start: (port?: 0, environment?: Record<string, string>) => Promise<ServiceProcess>;
  /** Where the service listens. */
  port: () => number;
  as: (options?: Parameters<TestTokens['sign']>[0]) => Promise<Call>;
  /** Acme with `payroll` and its member 5, Globex with `banking`; resolves when the service knows them. */
  furnish: () => Promise<Call>;
  tokens: TestTokens;
  stop: () => Promise<void>;
};

/**
 * @param clickhouseUrl of a ClickHouse of its own, when the suite is going to end it.
 * @param more - another Kafka than one embedded or Apache broker, and what the service's environment says of it.
 */
export async function startEventsStack(
  clickhouseUrl?: string,
  more: { kafka?: OwnKafka; environment?: Record<string, string> } = {},
): Promise<EventsStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-events-'));
  const [broker, tokens] = await Promise.all([more.kafka ?? startOwnKafka(dataDir), startTestTokens(), dropDatabase()]);
  const kafka = new Kafka({
    clientId: 'outside',
    brokers: broker.brokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 30, maxRetryTime: 1_000 }, // an Apache Kafka that crashed is away for some seconds
  });
  const publisher = new Publisher(kafka);
  const database = new URL(clickhouseUrl ?? engines().CLICKHOUSE_URL);
  database.pathname = `/events_${randomUUID().slice(0, 8)}`;
  const running = new Set<ServiceProcess>();
  let port = 0;

  const start = async (otherPort?: 0, environment: Record<string, string> = {}): Promise<ServiceProcess> => {
    const service = await startServiceProcess('events', {
      ...(port !== 0 && otherPort === undefined && { PORT: String(port) }),
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: broker.brokers,
      CLICKHOUSE_URL: database.href,
      POSTGRES_URL: engines().POSTGRES_URL,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: 'http://localhost:3000',
      EVENTS_IDENTITIES_AFTER: anyIdentities(),
      ...more.environment,
      ...environment,
    });
    if (otherPort === undefined) port = Number(new URL(service.url).port);
    running.add(service);
    return service;
  };
  const as = async (options?: Parameters<TestTokens['sign']>[0]): Promise<Call> =>
    caller(`http://127.0.0.1:${port}`, await tokens.sign(options));
  const furnish = async (): Promise<Call> => {
    await publisher.organization(1, { name: 'Acme' });
    await publisher.organization(2, { name: 'Globex' });
    await publisher.membership(1, { userId: 5, organizationId: 1 });
    await publisher.integration(1, { name: 'payroll' });
    await publisher.integration(2, { name: 'banking', organizationId: 2 });
    const admin = await as();
    await eventually(async () => JSON.stringify((await admin('GET', '/events')).body).includes('banking'), 60_000);
    return admin;
  };
  const stop = async (): Promise<void> => {
    await publisher.disconnect();
    await Promise.all([...running].map((service) => service.stop()));
    await Promise.all([broker.stop(), tokens.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    crashKafka: broker.crash,
    silenceKafka: broker.silence,
    publisher,
    kafka,
    brokers: broker.brokers,
    clickhouseUrl: database.href,
    start,
    port: () => port,
    as,
    furnish,
    tokens,
    stop,
  };
}
