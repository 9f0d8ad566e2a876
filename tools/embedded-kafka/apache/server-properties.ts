export type NodePorts = {
  client: number;
  internal: number;
  controller: number;
  /** Port of an additional client listener without TLS and SASL: its clients are anonymous. */
  open?: number;
};
export type ListenerProtocol = 'PLAINTEXT' | 'SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL';

type NodeProperties = {
  id: number;
  logs: string;
  /** Ports of every node. Index: node id - 1. */
  ports: readonly NodePorts[];
  protocol: ListenerProtocol;
  /** Additional lines of server.properties, which override the default lines. */
  properties: Readonly<Record<string, string>>;
};

/** Replication settings: one replica for each node, at most three. One of three replicas may be unavailable. */
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
 * The server.properties of a node that is both broker and controller. Clients use the listener CLIENT. Brokers use a listener of
 * their own, so the SASL and TLS settings of CLIENT affect clients only. If a node has an `open` port, it has a listener OPEN without
 * authentication. All other settings are Apache Kafka's defaults.
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
