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
 * Topics that a service writes, which it also creates, and topics that it reads. Its consumer groups begin with its name and a
 * dot. `makes`: it creates topics whose names begin so, reads them, and gives others access to them by ACLs.
 */
export type Access = { writes: readonly string[]; reads: readonly string[]; makes?: string };

/**
 * A service with a database. It reads its own states, too: the commands of operators compare them. Every service reads the
 * users, whose changes end tokens, and the ended sessions.
 */
const owner = (states: readonly string[], follows: readonly string[]): Access => ({
  writes: [...states, AUDIT_TOPIC],
  reads: [...new Set([...states, userChanged.topic, sessionEnded.topic, ...follows])],
});

const EVENT_LOGS = [INTEGRATION_EVENTS_TOPIC, DOORS_TOPIC, TEST_EVENTS_TOPIC, REJECTED_EVENTS_TOPIC];

/**
 * Who may do what in Kafka, by service: each topic has one writer, but for the topic of integration events, which is written
 * from outside, and the audit log, which every service writes. What is not said here is allowed to nobody. No service uses
 * transactions, so none has a transactional id; the gateway does not connect to Kafka, and has no principal there.
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
    // The topic that is written from outside, too: administrators publish corrections there.
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

/** The name that a service has in Kafka. */
export const principalOf = (service: string): string => `portico-${service}`;
/** Makes topics and ACLs, and reads and writes nothing. */
export const ADMINISTRATOR = principalOf('admin');
