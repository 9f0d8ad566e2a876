import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import {
  DOOR_TOPIC_PREFIX,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  REJECTED_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { integrationChanged, keyChanged, keyUsed, publisherChanged } from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { deadLetterTopic } from '../topics.ts';

/** Topics that a service writes and reads. `makes`: it makes topics that begin so, and gives others access to them. */
export type Access = { writes: readonly string[]; reads: readonly string[]; makes?: string };

/**
 * Who may do what in Kafka: each topic has one writer, but for that which is written from outside. What is not said here is
 * allowed to nobody. Every service reads users, whose changes end tokens, and uses the groups that begin with its name.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  identity: {
    writes: [userChanged.topic, deadLetterTopic('identity')],
    reads: [userChanged.topic, purchaseChanged.topic, organizationChanged.topic, membershipChanged.topic],
  },
  orgs: {
    writes: [organizationChanged.topic, membershipChanged.topic, entitlementChanged.topic, deadLetterTopic('orgs')],
    reads: [userChanged.topic, purchaseChanged.topic],
  },
  integrations: {
    writes: [integrationChanged.topic, keyChanged.topic, publisherChanged.topic, deadLetterTopic('integrations')],
    reads: [userChanged.topic, organizationChanged.topic, membershipChanged.topic, keyUsed.topic],
  },
  billing: {
    writes: [purchaseChanged.topic, deadLetterTopic('billing')],
    reads: [userChanged.topic, organizationChanged.topic, membershipChanged.topic],
  },
  events: {
    // The events' own topic, too: administrators publish corrections there.
    writes: [
      INTEGRATION_EVENTS_TOPIC,
      DOORS_TOPIC,
      TEST_EVENTS_TOPIC,
      REJECTED_EVENTS_TOPIC,
      ACTIVITY_TOPIC,
      keyUsed.topic,
    ],
    reads: [
      INTEGRATION_EVENTS_TOPIC,
      DOORS_TOPIC,
      TEST_EVENTS_TOPIC,
      REJECTED_EVENTS_TOPIC,
      ACTIVITY_TOPIC,
      userChanged.topic,
      organizationChanged.topic,
      membershipChanged.topic,
      integrationChanged.topic,
      keyChanged.topic,
      publisherChanged.topic,
    ],
    makes: DOOR_TOPIC_PREFIX,
  },
};

/** The name that a service has in Kafka; {@link ADMINISTRATOR} makes topics and ACLs, and is a super user. */
export const principalOf = (service: string): string => `portico-${service}`;
export const ADMINISTRATOR = principalOf('admin');
