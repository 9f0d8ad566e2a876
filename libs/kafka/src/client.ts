/**
 * Everything that the house uses of kafkajs. No other file imports the package, so that another client replaces it here.
 */
import kafkajs, { type EachBatchPayload } from 'kafkajs';

export { AssignerProtocol, Kafka, logLevel, Partitioners } from 'kafkajs';
export type {
  AclEntry,
  AclFilter,
  Admin,
  Consumer,
  ConsumerConfig as ConsumerOptions,
  EachBatchHandler,
  EachBatchPayload,
  IHeaders,
  KafkaConfig as KafkaClientOptions,
  KafkaMessage,
  logCreator,
  Message,
  Producer,
  ProducerConfig as ProducerOptions,
  TopicPartitionOffset,
} from 'kafkajs';

// kafkajs sets a timer into the past, about which newer versions of Node warn. Nothing is wrong, and nobody can act on it.
process.emitWarning = new Proxy(process.emitWarning, {
  apply: (emit, self, args: unknown[]) =>
    args[1] === 'TimeoutNegativeWarning' ? undefined : Reflect.apply(emit, self, args),
});

/** Kafka's offset that a fetch began at; kafkajs keeps it out of its types. */
export const fetchedOffset = (batch: EachBatchPayload['batch']): number => Number(Reflect.get(batch, 'fetchedOffset'));

// An ES module cannot import these by name.
export const {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  CompressionCodecs,
  CompressionTypes,
  ConfigResourceTypes,
  KafkaJSConnectionError,
  KafkaJSNonRetriableError,
  ResourcePatternTypes,
} = kafkajs;
