import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '@portico/postgres';
import { engines } from '@portico/testkit';
import { ChannelSecrets } from '../../src/channels/store/channel-secrets.ts';
import { AlertsConfig } from '../../src/config.ts';
import { alertsDatabase } from '../../src/database.ts';
import { Dispatcher } from '../../src/deliveries/dispatcher.ts';
import { Privacy } from '../../src/directory/privacy.ts';
import { Sender } from '../../src/deliveries/sender.ts';
import type { Transports } from '../../src/channels/transports.ts';
import { WholeEvents } from '../../src/deliveries/whole-events.ts';
import { EventsApi } from '@portico/service/events-api';
import { Planner } from '../../src/notices/planner.ts';
import { DeliveryQueue } from '../../src/outbound/delivery-queue.ts';

const NOWHERE = 'http://127.0.0.1:9';

/** Creates a separate alerts database with organization 1. The configuration contains no delays. */
export async function openAlerts(name: string): Promise<{ orm: MikroORM; config: AlertsConfig }> {
  const config = AlertsConfig.parse({
    ...engines(),
    PORT: '0',
    IDENTITY_URL: NOWHERE,
    EVENTS_URL: NOWHERE,
    API_URL: NOWHERE,
    CONSOLE_URL: NOWHERE,
    SIGNING_SECRET: 'of no use outside of a test and long enough',
    SERVICE_SECRET: 'of no use outside of a test and long enough',
    NOTICE_WAIT_SECONDS: '0',
    NOTICE_GROUP_SECONDS: '0',
    DELIVERY_RETRY_SECONDS: '0,0,0,0,0',
  });
  const orm = await openDatabase({ ...alertsDatabase(config), name });
  const em = orm.em.fork();
  await em.execute('truncate transitions, notices, pending_notices, deliveries, channels, rules');
  await em.execute(`insert into organizations (id, name, version) values (1, 'Acme', 1) on conflict do nothing`);
  await em.execute(`insert into users (id, name, email, usertype, access_version, version)
    values (1, 'Ada', 'ada@portico.test', 'ADMIN', 1, 1) on conflict do nothing`);
  return { orm, config };
}

export type Workers = { planner: Planner; dispatcher: Dispatcher; queue: DeliveryQueue; sender: Sender };

/** Returns workers that plan, dispatch and send in this process, without the loops of the service. */
export function workersOf(em: EntityManager, config: AlertsConfig, transports: Pick<Transports, 'send'>): Workers {
  const queue = new DeliveryQueue(em, config);
  return {
    planner: new Planner(em, config),
    dispatcher: new Dispatcher(em, config),
    queue,
    sender: new Sender(
      em,
      queue,
      transports as Transports,
      new ChannelSecrets(config),
      new WholeEvents(new EventsApi(config)),
      new Privacy(undefined as never),
      config,
    ),
  };
}
