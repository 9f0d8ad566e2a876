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

/** How kafkajs words that the connection was lost, and no refusal. */
const LOST = / failed: (?:Closed connection|Connection |Failed to connect|Not connected)/;
// kafkajs takes a connection that is lost while it signs on for a refusal, and gives up for good: a broker that has just
// started, or ends, drops some. Its own loops try again after what is retriable.
Object.defineProperty(kafkajs.KafkaJSSASLAuthenticationError.prototype, 'retriable', {
  get(this: Error) {
    return LOST.test(this.message);
  },
  // Its constructor says false.
  set() {},
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
