export { createPublisher, type Publisher, type PublishOptions } from './delivery/publisher.ts';
export { type PublishResult } from './delivery/call.ts';
export {
  type DeliveryOptions,
  MAX_BATCH_BYTES,
  MAX_BATCH_EVENTS,
  type PublisherOptions,
  type Retry,
} from './delivery/options.ts';
export { PublishError, type PublishErrorCode } from './delivery/publish-error.ts';
export {
  type Details,
  type NewEvent,
  type PublishedEvent,
  type Result,
  RESULTS,
  SEVERITIES,
  type Severity,
} from './event/event.ts';
export { MAX_EVENT_BYTES, type Outgoing } from './event/outgoing.ts';
export { uuidv7 } from './event/uuidv7.ts';
export { ConfigurationError } from './transport/access.ts';
export { type HttpOptions, httpTransport } from './transport/http.ts';
export { type KafkaMessage, type KafkaOptions, type KafkaProducer, kafkaTransport } from './transport/kafka.ts';
export {
  type Answer,
  type Problem,
  type Rejection,
  SendError,
  type SendErrorOptions,
  type Transport,
} from './transport/transport.ts';
