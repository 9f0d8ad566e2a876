import { doorTopic, testDoorTopic } from '@portico/contracts/events/integration-event';
import type { IntegrationState, KeyState } from '@portico/contracts/events/integrations';

/** A key with write access to a topic. */
export type Grant = { keyId: string; topic: string };
/** A topic to which only one integration publishes. `isTest`: the topic is for the integration's test keys. */
export type OwnTopic = { topic: string; integration: number; isTest: boolean };

export const idOfGrant = ({ keyId, topic }: Grant): string => `${keyId} ${topic}`;

/** Derives from the states of integrations and keys which integrations have their own topics, and which keys may write to the topics. */
export class DoorGrants {
  private readonly keys = new Map<number, KeyState>();
  private readonly integrations = new Map<number, IntegrationState>();

  applyKey(key: KeyState): void {
    // A webhook secret gives no access to a topic.
    if (!key.hook) this.keys.set(key.id, key);
  }

  applyIntegration(integration: IntegrationState): void {
    this.integrations.set(integration.id, integration);
  }

  /** Integrations' own topics, by integration id. Includes deleted integrations, whose earlier events must still be copied and rejected. */
  topics(): OwnTopic[] {
    const withDoor = [...this.integrations.values()].filter(({ hasDoor }) => hasDoor === true).map(({ id }) => id);
    return withDoor
      .toSorted((a, b) => a - b)
      .flatMap((integration) => [
        { topic: doorTopic(integration), integration, isTest: false },
        { topic: testDoorTopic(integration), integration, isTest: true },
      ]);
  }

  /** @param now - milliseconds since 1970. */
  grants(now: number): Grant[] {
    return [...this.keys.values()]
      .filter((key) => isValid(key, now) && isOpen(this.integrations.get(key.integrationId)))
      .map(({ keyId, integrationId, mode }) => ({
        keyId,
        topic: mode === 'test' ? testDoorTopic(integrationId) : doorTopic(integrationId),
      }));
  }

  /** When the next key expires, in milliseconds since 1970; infinity if no key expires. */
  nextEnd(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const key of this.keys.values()) if (endOf(key) > now) next = Math.min(next, endOf(key));
    return next;
  }
}

const isOpen = (integration: IntegrationState | undefined): boolean =>
  integration !== undefined && integration.deletedAt === null && integration.hasDoor === true;

const endOf = ({ expiresAt }: KeyState): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

const isValid = (key: KeyState, now: number): boolean =>
  key.deletedAt === null && key.kind === 'publish' && endOf(key) > now;
