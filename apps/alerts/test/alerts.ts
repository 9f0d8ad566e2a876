import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Activity, ACTIVITY_TOPIC, activityKey } from '@portico/contracts/events/activity';
import type { Usertype } from '@portico/contracts/common/roles';
import {
  type Call,
  caller,
  engines,
  eventually,
  freePort,
  type OwnEngines,
  Publisher,
  read,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';

/** The alerts service, and optionally the events service, as processes with a Kafka and a PostgreSQL of this suite. */
export type AlertsStack = {
  own: OwnEngines;
  publisher: Publisher;
  tokens: TestTokens;
  /** URL of the events service's ClickHouse database. */
  clickhouseUrl: string;
  /** Returns the URL of alerts, whose port stays the same after {@link AlertsStack.kill} and {@link AlertsStack.start}. */
  url: () => string;
  /** The last output lines of alerts. */
  output: () => string;
  as: (usertype: Usertype, id?: number) => Promise<Call>;
  eventsAs: (usertype: Usertype, id?: number) => Promise<Call>;
  /** Publishes activity records, as the events service does. */
  activity: (...marks: readonly Activity[]) => Promise<void>;
  /**
   * Publishes the test organizations: Acme (1) with `payroll` (1), its viewer 5 and its manager 6, Globex (2) with `banking` (2) and
   * its manager 7, and the administrator 900.
   */
  furnish: () => Promise<Call>;
  /** Kills the process with SIGKILL. */
  kill: () => Promise<void>;
  start: (environment?: Record<string, string>) => Promise<void>;
  /** Starts another process of alerts. */
  startAnother: () => Promise<ServiceProcess>;
  stop: () => Promise<void>;
};

/** A trouble threshold that every failure reaches. */
export const EVERY_FAILURE = { failures: 1, share: 0, minutes: 10 } as const;

export async function startAlertsStack({
  withEvents = false,
  environment: more = {},
}: { withEvents?: boolean; environment?: Record<string, string> } = {}): Promise<AlertsStack> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/alerts_${randomUUID().slice(0, 8)}`;
  const environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href, ...more };
  const events = withEvents ? await startServiceProcess('events', environment) : null;
  const eventsUrl = events?.url ?? 'http://127.0.0.1:9';
  let service: ServiceProcess | null = null;
  const port = String(await freePort());
  const services: ServiceProcess[] = [];
  const startProcess = (extra: Record<string, string> = {}): Promise<ServiceProcess> =>
    startServiceProcess('alerts', { ...environment, EVENTS_URL: eventsUrl, ...extra });
  const start = async (extra: Record<string, string> = {}): Promise<void> => {
    service = await startProcess({ PORT: port, ...extra });
  };
  await start();
  const publisher = new Publisher(own.kafka);
  const producer = own.kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const url = (): string => service?.url ?? '';
  const as = async (usertype: Usertype, id = 900): Promise<Call> => caller(url(), await tokens.sign({ usertype, id }));
  return {
    own,
    publisher,
    tokens,
    clickhouseUrl: clickhouse.href,
    url,
    output: () => service?.output() ?? '',
    as,
    eventsAs: async (usertype, id = 900) => caller(eventsUrl, await tokens.sign({ usertype, id })),
    activity: async (...marks) => {
      const messages = marks.map((mark) => ({ key: activityKey(mark), value: JSON.stringify(mark) }));
      await producer.send({ topic: ACTIVITY_TOPIC, messages, acks: -1 });
    },
    furnish: async () => {
      await publisher.organization(1, { name: 'Acme' });
      await publisher.organization(2, { name: 'Globex' });
      await publisher.integration(1, { name: 'payroll' });
      await publisher.integration(2, { name: 'banking', organizationId: 2 });
      await publisher.user(5, { name: 'Vera Viewer' });
      await publisher.user(6, { name: 'Mara Manager' });
      await publisher.user(7, { name: 'Gil Globex' });
      await publisher.user(900, { name: 'Ada Admin', usertype: 'ADMIN' });
      await publisher.membership(1, { userId: 5, organizationId: 1 });
      await publisher.membership(2, { userId: 6, organizationId: 1, role: 'manager' });
      await publisher.membership(3, { userId: 7, organizationId: 2, role: 'manager' });
      // Sets the threshold so that every failure is trouble. The responses show whether alerts has received the published states.
      const settling = { minutes: 5, trouble: EVERY_FAILURE };
      const settles = async (user: number, integration: number): Promise<number> =>
        (await (await as('CLIENT', user))('PUT', `/episodes/integrations/${integration}/settling`, settling)).status;
      await eventually(async () => (await settles(5, 1)) === 403);
      await eventually(async () => (await settles(6, 1)) === 200);
      await eventually(async () => (await settles(7, 2)) === 200);
      await eventually(async () => (await usersOf(own.environment.POSTGRES_URL)) >= 4);
      return as('ADMIN');
    },
    kill: async () => {
      await service?.kill();
    },
    start,
    startAnother: async () => {
      const other = await startProcess();
      services.push(other);
      return other;
    },
    stop: async () => {
      await Promise.all([publisher.disconnect(), producer.disconnect()]);
      await Promise.all([service?.stop(), events?.stop(), ...services.map((other) => other.stop())]);
      await Promise.all([own.stop(), tokens.stop()]);
    },
  };
}

/** Returns the number of users in the database of alerts. */
async function usersOf(postgresUrl: string): Promise<number> {
  const url = new URL(postgresUrl);
  url.pathname = '/alerts';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query('select id from users where deleted_at is null')).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Builds an activity record of `payrun.completed` of integration 1. Times are milliseconds since 1970. */
export const mark = (
  { failure = null, success = null }: { failure?: number | null; success?: number | null },
  changes: Partial<Activity> = {},
): Activity => {
  const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());
  return {
    organization_id: 1,
    source_id: 1,
    event_name: 'payrun.completed',
    newest_failure: iso(failure),
    newest_success: iso(success),
    newest_arrival: new Date(Math.max(failure ?? 0, success ?? 0)).toISOString(),
    ...changes,
  };
};

/** Repeats a GET until `isRight` accepts the response, for at most `within` milliseconds. */
export const readUntil = <Body>(
  call: Call,
  path: string,
  isRight: (body: Body) => boolean,
  within?: number,
): Promise<Body> =>
  eventually(async () => {
    const body = await read<Body>(call, path);
    return isRight(body) ? body : undefined;
  }, within);
