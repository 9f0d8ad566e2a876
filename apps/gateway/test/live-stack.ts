import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { liveProtocols } from '@portico/contracts/live-protocols';
import {
  caller,
  engines,
  eventually,
  type OwnEngines,
  Publisher,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { startGateway } from './start-gateway.ts';

export type Name = 'events' | 'alerts';
/** The socket path of each service in Socket.IO. */
export const SOCKETS = {
  events: { path: '/socket.io/', namespace: '/live,' },
  alerts: { path: '/alerts/socket.io/', namespace: '' },
} as const;
/** Id of a client user who is a member of organization 1. */
export const MEMBER = 5;

/** A raw connection through the gateway that records every packet as text. */
export class Viewer {
  readonly packets: string[] = [];
  isClosed = false;
  private readonly socket: WebSocket;

  constructor(
    url: string,
    private readonly name: Name,
    token: string | null,
  ) {
    const address = `${url.replace('http', 'ws')}${SOCKETS[name].path}?EIO=4&transport=websocket`;
    this.socket = new WebSocket(address, liveProtocols(token));
    this.socket.addEventListener('message', ({ data }) => {
      this.packets.push(String(data));
      if (String(data) === '2') this.send('3');
    });
    this.socket.addEventListener('close', () => (this.isClosed = true));
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  send(packet: string): void {
    this.socket.send(packet);
  }

  /** Signs in. Returns the packet `40…` if accepted, or `44…` with the problem. */
  async join(token: unknown): Promise<string> {
    this.send(`40${SOCKETS[this.name].namespace}${JSON.stringify({ token })}`);
    return eventually(() => this.packets.find((packet) => /^4[04]/.test(packet)));
  }

  /** Sends a message, and returns the acknowledgement. */
  async ask(...message: unknown[]): Promise<string> {
    const { namespace } = SOCKETS[this.name];
    const id = this.packets.length;
    this.send(`42${namespace}${id}${JSON.stringify(message)}`);
    return eventually(() => this.packets.find((packet) => packet.startsWith(`43${namespace}${id}[`)));
  }

  hasReceived(text: string): boolean {
    return this.packets.some((packet) => packet.includes(text));
  }

  /** Whether the service reported an invalid token and closed the connection. */
  get isEnded(): boolean {
    return (
      this.isClosed &&
      this.packets.some((packet) => /\["ended",.*"code":"(unauthenticated|session_ended)"/.test(packet))
    );
  }

  close(): void {
    this.socket.close();
  }
}

export type LiveStack = {
  own: OwnEngines;
  tokens: TestTokens;
  publisher: Publisher;
  gatewayUrl: string;
  services: Record<Name, ServiceProcess>;
  /** Publishes a failure, which becomes an event row and an episode. */
  fail: (organization: number, name: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts events and alerts behind a gateway. Resolves when both services know organization 1 and its {@link MEMBER}. */
export async function startLiveStack(more: Record<string, string>): Promise<LiveStack> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/live_${randomUUID().slice(0, 8)}`;
  const environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href, ...more };
  const events = await startServiceProcess('events', environment);
  const alerts = await startServiceProcess('alerts', { ...environment, EVENTS_URL: events.url });
  const gateway = await startGateway({
    KAFKA_BROKERS: own.environment.KAFKA_BROKERS,
    IDENTITY_URL: tokens.identityUrl,
    EVENTS_URL: events.url,
    ALERTS_URL: alerts.url,
    LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: '100',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: '100000',
  });
  const gatewayUrl = await gateway.getUrl();
  const publisher = new Publisher(own.kafka);
  const fail: LiveStack['fail'] = (organization, name) =>
    publisher.publish(
      integrationEvent({
        source_id: organization,
        organization_id: organization,
        event_name: name,
        result: 'FAILURE',
        details: { message: 'It failed' },
      }),
    );
  for (const id of [1, 2]) {
    await publisher.organization(id);
    await publisher.integration(id, { organizationId: id });
  }
  await publisher.user(MEMBER);
  await publisher.membership(1, { userId: MEMBER, organizationId: 1 });
  await fail(1, 'first.failure');
  const member = caller(gatewayUrl, await tokens.sign({ id: MEMBER, usertype: 'CLIENT' }));
  for (const path of ['/events', '/episodes'])
    await eventually(async () => JSON.stringify((await member('GET', path)).body).includes('first.failure'));
  return {
    own,
    tokens,
    publisher,
    gatewayUrl,
    services: { events, alerts },
    fail,
    stop: async () => {
      await publisher.disconnect();
      await gateway.close();
      await Promise.all([events.stop(), alerts.stop()]);
      await Promise.all([own.stop(), tokens.stop()]);
    },
  };
}
