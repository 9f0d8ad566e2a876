/**
 * Apache Kafka itself on this machine, without containers, for tests and measurements. Maven downloads its jars (see pom.xml); Java
 * 17 or later runs them. Start one broker with `startApacheKafka({ dataDir })`, three with `startApacheKafkaCluster(3, { dataDir })`,
 * console tools with `consoleTool(installation, 'kafka-topics', […])`. If the machine cannot run Apache Kafka, the start functions throw
 * `ApacheKafkaUnavailable` with a one-line message.
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
