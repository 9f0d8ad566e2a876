import { join } from 'node:path';
import { findInstallation, type Installation } from './installation.ts';
import { startNode, type RunningNode, type ScramUser } from './node.ts';
import { freePorts } from './ports.ts';
import { serverProperties, type ListenerProtocol, type NodePorts } from './server-properties.ts';

export const SERVER_JVM: readonly string[] = [
  '-server',
  '-Xms1g',
  '-Xmx1g',
  '-XX:+UseG1GC',
  '-XX:MaxGCPauseMillis=20',
  '-XX:InitiatingHeapOccupancyPercent=35',
];
/** Java options for tests: the broker starts in half the time with a third of the memory. */
const QUICK_JVM: readonly string[] = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** An arbitrary cluster id. It is constant, so that a restarted node recognizes its data folder. */
const CLUSTER_ID = 'cG9ydGljby1kZXZlbG9wbQ';

export type ApacheKafkaOptions = {
  /** Parent folder of the nodes' data, `<dataDir>/apache-kafka-<node>`, and of the logs, `<dataDir>/logs`. */
  dataDir: string;
  /** Client port of the first node on localhost. Default: any free port. */
  port?: number;
  /** Port of a listener OPEN on the first node, for anonymous clients without TLS and SASL. Default: no such listener. */
  openPort?: number;
  /** Protocol of the client listener; default PLAINTEXT. Put the settings for SASL or TLS into `properties`. */
  protocol?: ListenerProtocol;
  /** Additional lines of server.properties, which override the defaults. */
  properties?: Readonly<Record<string, string>>;
  /** SCRAM-SHA-512 users, created when the folder is formatted. */
  scramUsers?: readonly ScramUser[];
  /** Options of the Java virtual machine. Default: quick start, little memory. */
  jvm?: readonly string[];
};

export type ApacheKafkaCluster = {
  /** `localhost:port` of every node, separated by commas. */
  brokers: string;
  installation: Installation;
  /** The nodes; the index is the node id - 1. A node that has ended stays in the list until it is restarted. */
  nodes: () => readonly RunningNode[];
  /** Starts a node that has ended, on the same ports and with its data. `id` counts from 1. */
  restart: (id: number) => Promise<void>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const portsOf = async (count: number, first: number | undefined, open: number | undefined): Promise<NodePorts[]> => {
  const ports = await freePorts(count * 3);
  return Array.from({ length: count }, (_, index) => {
    const [client = 0, internal = 0, controller = 0] = ports.slice(index * 3);
    const node = { client: index === 0 && first !== undefined ? first : client, internal, controller };
    return index === 0 && open !== undefined ? { ...node, open } : node;
  });
};

/**
 * Starts a cluster of Apache Kafka on this machine. Each node is both broker and controller. By default, topics of a cluster with 3
 * nodes have 3 replicas, of which 2 must acknowledge. All nodes end with the calling process, however it ends.
 * @throws ApacheKafkaUnavailable if Java or Maven is missing, or the jars cannot be downloaded.
 * @throws Error if a node does not start; the other nodes are killed.
 */
export const startApacheKafkaCluster = async (
  count: number,
  {
    dataDir,
    port,
    openPort,
    protocol = 'PLAINTEXT',
    properties = {},
    scramUsers = [],
    jvm = QUICK_JVM,
  }: ApacheKafkaOptions,
): Promise<ApacheKafkaCluster> => {
  const installation = await findInstallation();
  const ports = await portsOf(count, port, openPort);
  const start = (id: number): Promise<RunningNode> => {
    const name = `apache-kafka-${id}`;
    const logs = join(dataDir, name, 'data');
    return startNode({
      installation,
      name,
      dataDir,
      properties: serverProperties({ id, logs, ports, protocol, properties }),
      clusterId: CLUSTER_ID,
      scramUsers,
      jvm,
    });
  };
  const nodes: RunningNode[] = [];
  const each = async (work: (node: RunningNode) => Promise<void>): Promise<void> =>
    void (await Promise.all(nodes.map(work)));
  // Starts all nodes at once: a quorum needs a majority, so a node that starts alone would not become ready.
  const results = await Promise.allSettled(ports.map((_, index) => start(index + 1)));
  for (const result of results) if (result.status === 'fulfilled') nodes.push(result.value);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await each((node) => node.kill());
    throw failed.reason;
  }
  return {
    brokers: ports.map(({ client }) => `localhost:${client}`).join(','),
    installation,
    nodes: () => nodes,
    restart: async (id) => {
      await nodes[id - 1]?.exited;
      nodes[id - 1] = await start(id);
    },
    stop: () => each((node) => node.stop()),
    kill: () => each((node) => node.kill()),
  };
};
