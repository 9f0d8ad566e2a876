/** Everything that Portico uses from kafkajs. Only this file and the patches in kafkajs/ import the package. */
import kafkajs, { type EachBatchPayload as KafkajsBatchPayload } from 'kafkajs';
import './kafkajs/patches.ts';
import type { KafkaMessage } from './records/message.ts';

export { AssignerProtocol, Kafka, logLevel, Partitioners } from 'kafkajs';
export type {
  AclEntry,
  AclFilter,
  Admin,
  Consumer,
  ConsumerConfig as ConsumerOptions,
  IHeaders,
  KafkaConfig as KafkaClientOptions,
  logCreator,
  Message,
  Producer,
  ProducerConfig as ProducerOptions,
  TopicPartitionOffset,
} from 'kafkajs';

export { decodeBatch } from './records/decode.ts';
export type { KafkaMessage } from './records/message.ts';

/** The kafkajs type, with records as Portico decodes them. */
export type EachBatchPayload = Omit<KafkajsBatchPayload, 'batch'> & {
  batch: Omit<KafkajsBatchPayload['batch'], 'messages'> & { messages: KafkaMessage[] };
};
export type EachBatchHandler = (payload: EachBatchPayload) => Promise<void>;

/** Returns the offset at which a fetch began. The types of kafkajs omit this property. */
export const fetchedOffset = (batch: EachBatchPayload['batch']): number => Number(Reflect.get(batch, 'fetchedOffset'));

// An ES module cannot import these constants from kafkajs by name.
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
