/** Loopback ports of one node. */
export type NodePorts = {
  client: number;
  internal: number;
  controller: number;
  /** Of one more listener for clients, without TLS and SASL: who comes in there is anonymous. */
  open?: number;
};
export type ListenerProtocol = 'PLAINTEXT' | 'SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL';

export type NodeProperties = {
  id: number;
  logs: string;
  /** Ports of every node, by its id less 1. */
  ports: readonly NodePorts[];
  protocol: ListenerProtocol;
  /** What else, or instead, stands in server.properties. */
  properties: Readonly<Record<string, string>>;
};

/** As many copies as nodes, three at most, of which one may be away. */
const replication = (nodes: number): Record<string, string> => {
  const copies = String(Math.min(nodes, 3));
  const inSync = String(nodes >= 3 ? 2 : 1);
  return {
    'default.replication.factor': copies,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': inSync,
    'share.coordinator.state.topic.replication.factor': copies,
    'share.coordinator.state.topic.min.isr': inSync,
  };
};

/**
 * server.properties of one node that is broker and controller. Clients come in by CLIENT; brokers talk over a listener
 * of their own, so that what is asked of clients (SASL, TLS) concerns clients alone. A listener OPEN asks for nothing; it is
 * there when it has a port. All else is Apache Kafka's default.
 */
export const serverProperties = ({ id, logs, ports, protocol, properties }: NodeProperties): string => {
  const own = ports[id - 1];
  if (!own) throw new RangeError(`there is no node ${id}`);
  const open = own.open === undefined ? '' : `,OPEN://localhost:${own.open}`;
  const listeners = `CLIENT://localhost:${own.client},INTERNAL://localhost:${own.internal}${open}`;
  const all = {
    'process.roles': 'broker,controller',
    'node.id': String(id),
    'controller.quorum.voters': ports.map(({ controller }, index) => `${index + 1}@localhost:${controller}`).join(','),
    listeners: `${listeners},CONTROLLER://localhost:${own.controller}`,
    'advertised.listeners': listeners,
    'listener.security.protocol.map': `CLIENT:${protocol},INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT,OPEN:PLAINTEXT`,
    'inter.broker.listener.name': 'INTERNAL',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logs,
    ...replication(ports.length),
    ...properties,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`)
    .join('');
};
