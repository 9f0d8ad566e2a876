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
 * Topics of a service: it writes and creates the topics `writes`, and reads the topics `reads`. `makes` is the prefix of further topics
 * that the service creates and reads, and whose ACLs it creates. Names of consumer groups begin with the service's name and a dot.
 */
export type Access = { writes: readonly string[]; reads: readonly string[]; makes?: string };

/**
 * Returns the access of a service with a database. The service also reads its own state topics, because operators' commands compare these
 * topics with the database. Every service reads the topics of users and of ended sessions, because both revoke tokens.
 */
const owner = (states: readonly string[], follows: readonly string[]): Access => ({
  writes: [...states, AUDIT_TOPIC],
  reads: [...new Set([...states, userChanged.topic, sessionEnded.topic, ...follows])],
});

const EVENT_LOGS = [INTEGRATION_EVENTS_TOPIC, DOORS_TOPIC, TEST_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC];

/**
 * Kafka access by service. Each topic has one writer, except two: publishers outside the product also write integration events, and
 * every service writes the audit log. All other access is denied. No service uses transactions or has a transactional id. The gateway
 * does not connect to Kafka and has no principal.
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
    // EVENT_LOGS contains the topic of integration events, because administrators publish corrections there.
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

export const principalOf = (service: string): string => `portico-${service}`;
/** Principal that creates topics and ACLs. This principal may not read or write records. */
export const ADMINISTRATOR = principalOf('admin');
