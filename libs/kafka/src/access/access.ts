import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { AUDIT_TOPIC } from '@portico/contracts/events/audit';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { sessionEnded, userChanged, viewHandover } from '@portico/contracts/events/identity';
import {
  DOOR_TOPIC_PREFIX,
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  REJECTED_EVENTS_TOPIC,
  TEST_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import {
  integrationChanged,
  keyChanged,
  keyHandover,
  keyUsed,
  publisherChanged,
} from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { QUARANTINE_TOPIC } from '@portico/contracts/events/quarantine';
import { usageChanged } from '@portico/contracts/events/usage';

/**
 * The topics that a service writes and creates, and the topics that it reads. Its consumer groups begin with its name and a dot.
 * `makes`: prefixes of topics that it creates and reads, and to which it grants others access by ACLs.
 */
export type Access = { writes: readonly string[]; reads: readonly string[]; makes?: string };

/**
 * Access of a service with a database. It also reads its own states, because the operators' commands compare them. Every service
 * reads the users, whose changes revoke tokens, and the ended sessions.
 */
const owner = (states: readonly string[], follows: readonly string[]): Access => ({
  writes: [...states, AUDIT_TOPIC],
  reads: [...new Set([...states, userChanged.topic, sessionEnded.topic, ...follows])],
});

const EVENT_LOGS = [INTEGRATION_EVENTS_TOPIC, DOORS_TOPIC, TEST_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC];

/**
 * Kafka access by service. Each topic has one writer, except the topic of integration events, which is written from outside, and the
 * audit log, which every service writes. Everything not listed here is denied. No service uses transactions, so none has a
 * transactional id. The gateway does not connect to Kafka and has no principal.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  identity: owner(
    [userChanged.topic, viewHandover.topic, sessionEnded.topic],
    [purchaseChanged.topic, organizationChanged.topic, membershipChanged.topic],
  ),
  orgs: owner(
    [
      organizationChanged.topic,
      membershipChanged.topic,
      entitlementChanged.topic,
      usageChanged.topic,
      privacyChanged.topic,
    ],
    [purchaseChanged.topic],
  ),
  integrations: owner(
    [integrationChanged.topic, keyChanged.topic, keyHandover.topic, publisherChanged.topic],
    [organizationChanged.topic, membershipChanged.topic, keyUsed.topic],
  ),
  billing: owner([purchaseChanged.topic], [organizationChanged.topic, membershipChanged.topic, usageChanged.topic]),
  events: {
    // Also written from outside: administrators publish corrections there.
    writes: [...EVENT_LOGS, ACTIVITY_TOPIC, keyUsed.topic, QUARANTINE_TOPIC, AUDIT_TOPIC],
    reads: [
      ...EVENT_LOGS,
      QUARANTINE_TOPIC,
      AUDIT_TOPIC,
      userChanged.topic,
      sessionEnded.topic,
      organizationChanged.topic,
      membershipChanged.topic,
      integrationChanged.topic,
      keyChanged.topic,
      publisherChanged.topic,
      entitlementChanged.topic,
      privacyChanged.topic,
    ],
    makes: DOOR_TOPIC_PREFIX,
  },
  alerts: owner(
    [episodeChanged.topic],
    [
      ACTIVITY_TOPIC,
      organizationChanged.topic,
      membershipChanged.topic,
      integrationChanged.topic,
      keyHandover.topic,
      viewHandover.topic,
      entitlementChanged.topic,
      privacyChanged.topic,
    ],
  ),
};

/** Returns the Kafka principal name of a service. */
export const principalOf = (service: string): string => `portico-${service}`;
/** Principal that creates topics and ACLs. It does not read or write records. */
export const ADMINISTRATOR = principalOf('admin');
