export { withMessaging } from './database.ts';
export { DomainEventConsumer } from './domain-events/domain-event-consumer.ts';
export { listenToDomainEvents } from './domain-events/domain-events.ts';
export { MessagingModule } from './messaging.module.ts';
export { copyOfMemberships, copyOfOrganizations, membershipsCopy } from './operations/copies.ts';
export { copyOf } from './operations/copy.ts';
export { type Operations, runOperation } from './operations/operations.ts';
export { owned } from './operations/owned-states.ts';
export { Outbox } from './outbox/outbox.ts';
