import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Usertype } from '@portico/contracts/common/roles';
import { type Activity, ACTIVITY_TOPIC, activityKey } from '@portico/contracts/events/activity';
import type { Arrivals, EventsLag } from '@portico/contracts/http/arrivals';
import type { Liveness } from '@portico/contracts/http/silence';
import { listenToDomainEvents } from '@portico/messaging';
import { parseConfig, startService } from '@portico/service';
import {
  type Call,
  caller,
  eventually,
  type OwnEngines,
  Publisher,
  read,
  serviceEnvironment,
  startOwnEngines,
  startTestTokens,
} from '@portico/testkit';
import { AppModule } from '../../src/app.module.ts';
import { AlertsConfig } from '../../src/config.ts';
import { Clock } from '../../src/silence/clock.ts';
import { SilenceWorker } from '../../src/silence/silence.worker.ts';
import { Transition } from '../../src/transitions/transition.entity.ts';

/** Responses of the simulated events service. */
type EventsAnswers = { lag: EventsLag | null; arrivals: (id: number) => Arrivals };

type NotedTransition = { kind: string; at: string; snapshot: Record<string, unknown> };

/** The alerts service with a clock that the test controls and a simulated events service. */
export type SilenceStack = {
  own: OwnEngines;
  publisher: Publisher;
  answers: EventsAnswers;
  as: (usertype: Usertype, id?: number) => Promise<Call>;
  /** Sets the clock and makes the service check for silence. */
  at: (moment: number) => void;
  /** Publishes that an event of integration `id` of organization 1 arrived. */
  arrive: (id: number, at: number) => Promise<void>;
  liveness: (id: number) => Promise<Liveness | undefined>;
  /** Reads the recorded transitions of one integration or of all integrations, in order. */
  transitions: (integration?: number) => Promise<NotedTransition[]>;
  /** Returns the SQL that would make the tables match the entities. */
  schemaDifference: () => Promise<string>;
  /** Waits for two complete checks, after which all due changes have happened. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};

const NOTHING: Arrivals = {
  from: new Date(0).toISOString(),
  to: new Date(0).toISOString(),
  precision: 'minute',
  count: 0,
  minutes: 0,
  last: null,
  hours: [],
  gaps: [],
};

/** Starts a simulated events service. It answers as unavailable while `answers.lag` is null. */
export function startEventsStub(answers: EventsAnswers): Promise<{ url: string; stop: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const [, id] = /integrations\/(\d+)\/arrivals/.exec(url) ?? [];
    const body = id === undefined ? answers.lag : answers.arrivals(Number(id));
    response.writeHead(body === null ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}

export async function startSilenceStack(now: number): Promise<SilenceStack> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const answers: EventsAnswers = { lag: { waiting: 0, waitingSince: null }, arrivals: () => NOTHING };
  const events = await startEventsStub(answers);
  const environment = { ...serviceEnvironment(own, tokens), EVENTS_URL: events.url, PORT: '0', LOG_LEVEL: 'silent' };
  const parsed = parseConfig(AlertsConfig, environment);
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  let time = now;
  const app: NestExpressApplication = await startService(AppModule.with(config), config, {
    prepare: async (service) => {
      service.get(Clock, { strict: false }).now = () => time;
      await listenToDomainEvents(service, config, 'alerts');
    },
  });
  const worker = app.get(SilenceWorker, { strict: false });
  const publisher = new Publisher(own.kafka);
  const producer = own.kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const as = async (usertype: Usertype, id = 900): Promise<Call> =>
    caller(await app.getUrl(), await tokens.sign({ usertype, id }));
  const admin = await as('ADMIN');
  return {
    own,
    publisher,
    answers,
    as,
    at: (moment) => {
      time = moment;
      worker.wake();
    },
    arrive: async (id, at) => {
      const activity: Activity = {
        organization_id: 1,
        source_id: id,
        event_name: 'payrun.completed',
        newest_success: new Date(at).toISOString(),
        newest_failure: null,
        newest_arrival: new Date(at).toISOString(),
      };
      const messages = [{ key: activityKey(activity), value: JSON.stringify(activity) }];
      await producer.send({ topic: ACTIVITY_TOPIC, messages, acks: -1 });
    },
    liveness: async (id) => (await read<{ data: Liveness[] }>(admin, `/silence?integrations=${id}`)).data[0],
    transitions: async (integration) => {
      const rows = await app
        .get(EntityManager, { strict: false })
        .fork()
        .find(
          Transition,
          {
            ...(integration !== undefined && { integrationId: integration }),
          },
          { orderBy: { id: 'asc' } },
        );
      return rows.map(({ kind, at, snapshot }) => ({ kind, at: at.toISOString(), snapshot }));
    },
    schemaDifference: () => app.get(MikroORM, { strict: false }).schema.getUpdateSchemaSQL(),
    settle: async () => {
      for (let look = 0; look < 2; look += 1) {
        const { looks } = worker;
        worker.wake();
        await eventually(() => worker.looks > looks);
      }
    },
    stop: async () => {
      await Promise.all([publisher.disconnect(), producer.disconnect()]);
      await app.close();
      events.stop();
      await Promise.all([own.stop(), tokens.stop()]);
    },
  };
}
