/**
 * Apache Kafka itself, on this machine and without containers, for tests and measurements: Maven fetches its jars (see
 * pom.xml), Java 17 or later runs them. Start a broker with `startApacheKafka({ dataDir })`, three with
 * `startApacheKafkaCluster(3, { dataDir })`, its console tools with `consoleTool(installation, 'kafka-topics', […])`.
 * Where that cannot be, all of them throw an `ApacheKafkaUnavailable` whose message is one line.
 */
export { SERVER_JVM, startApacheKafkaCluster } from './cluster.ts';
export type { ApacheKafkaCluster, ApacheKafkaOptions } from './cluster.ts';
export { consoleTool } from './console-tools.ts';
export type { ConsoleTool } from './console-tools.ts';
export { findInstallation } from './installation.ts';
export type { Installation } from './installation.ts';
export type { RunningNode, ScramUser } from './node.ts';
export type { ListenerProtocol } from './server-properties.ts';
export { startApacheKafka } from './single.ts';
export type { RunningApacheKafka } from './single.ts';
export { ApacheKafkaUnavailable } from './unavailable.ts';
