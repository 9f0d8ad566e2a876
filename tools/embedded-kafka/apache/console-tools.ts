import { javaArguments, type Installation } from './installation.ts';

/** Main classes of the scripts in Apache Kafka's bin/ folder. */
const MAIN_CLASSES = {
  'kafka-acls': 'org.apache.kafka.tools.AclCommand',
  'kafka-configs': 'kafka.admin.ConfigCommand',
  'kafka-console-consumer': 'org.apache.kafka.tools.consumer.ConsoleConsumer',
  'kafka-console-producer': 'org.apache.kafka.tools.ConsoleProducer',
  'kafka-consumer-groups': 'org.apache.kafka.tools.consumer.group.ConsumerGroupCommand',
  'kafka-get-offsets': 'org.apache.kafka.tools.GetOffsetShell',
  'kafka-broker-api-versions': 'org.apache.kafka.tools.BrokerApiVersionsCommand',
  'kafka-storage': 'kafka.tools.StorageTool',
  'kafka-topics': 'org.apache.kafka.tools.TopicCommand',
  'kafka-verifiable-producer': 'org.apache.kafka.tools.VerifiableProducer',
} as const;
export type ConsoleTool = keyof typeof MAIN_CLASSES;

/** A client that runs for seconds needs a quick start, not peak speed. */
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];

export const consoleTool = (
  installation: Installation,
  tool: ConsoleTool,
  args: readonly string[],
): { command: string; args: string[] } => ({
  command: installation.java,
  args: javaArguments(installation, JVM, MAIN_CLASSES[tool], args),
});
