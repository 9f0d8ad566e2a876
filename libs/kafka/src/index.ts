export { withAdmin } from './admin.ts';
export { kafkaClient } from './client.ts';
export { KafkaConfig } from './config.ts';
export { listenToDomainEvents } from './domain-events.ts';
export { type Followed, followed, type Following, followStates } from './follow.ts';
export { Inbox } from './inbox.ts';
export { KafkaModule } from './kafka.module.ts';
export { KAFKA } from './tokens.ts';
export { deadLetterTopic, ensureTopics, TOPICS } from './topics.ts';
