import { join } from 'node:path';
import { findInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import { startNode } from './node.ts';
import { freePorts } from './ports.ts';
import type { RunningNode, ScramUser } from './node.ts';
import { serverProperties } from './server-properties.ts';
import type { ListenerProtocol, NodePorts } from './server-properties.ts';

/** As Apache Kafka's own start script sets them; for measurements. */
export const SERVER_JVM: readonly string[] = [
  '-server',
  '-Xms1g',
  '-Xmx1g',
  '-XX:+UseG1GC',
  '-XX:MaxGCPauseMillis=20',
  '-XX:InitiatingHeapOccupancyPercent=35',
];
/** Ready in half the time, in a third of the memory; for tests. */
const QUICK_JVM: readonly string[] = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Any; the same for every folder, so that a node recognises its own. */
const CLUSTER_ID = 'cG9ydGljby1kZXZlbG9wbQ';

export type ApacheKafkaOptions = {
  /** Everything is kept below it: `<dataDir>/apache-kafka-<node>`, and the log in `<dataDir>/logs`. */
  dataDir: string;
  /** Where clients connect on localhost; absent: any free port. Of a cluster: of its first node. */
  port?: number;
  /** Of one more listener of the first node, OPEN, without TLS and SASL: who comes in there is anonymous. Absent: none. */
  openPort?: number;
  /** Of the listener for clients; default PLAINTEXT. What SASL or TLS need comes as `properties`. */
  protocol?: ListenerProtocol;
  /** Lines of server.properties beside, or instead of, the defaults. */
  properties?: Readonly<Record<string, string>>;
  /** Created when the folder is formatted, for SCRAM-SHA-512. */
  scramUsers?: readonly ScramUser[];
  /** Options of the Java virtual machine; default: a quick start and little memory. */
  jvm?: readonly string[];
};

export type ApacheKafkaCluster = {
  /** `localhost:port` of every node, separated by commas. */
  brokers: string;
  /** For Apache Kafka's console tools: see `consoleTool`. */
  installation: Installation;
  /** By its id less 1; the node that runs now, or ran last. */
  nodes: () => readonly RunningNode[];
  /** Starts a node that has ended again, on its ports and with what it had kept. `id` counts from 1. */
  restart: (id: number) => Promise<void>;
  /** Ends every node in order. */
  stop: () => Promise<void>;
  /** Ends every node with `kill -9`. */
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
 * Starts a cluster of Apache Kafka on this machine, each node broker and controller: with 3 nodes every topic has 3
 * copies unless it says otherwise, and 2 must acknowledge. All end with the calling process, however that ends.
 * @throws ApacheKafkaUnavailable when Java or Maven is missing, or the jars cannot be fetched.
 * @throws Error when a node does not start; none is left running then.
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
  // A quorum needs most of its nodes: none is ready before the others have started.
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
