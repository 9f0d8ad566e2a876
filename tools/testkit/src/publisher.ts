import { createHash } from 'node:crypto';
import { keyIdOf } from '@portico/contracts/common/keys';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import {
  sessionEnded,
  userChanged,
  type UserState,
  viewHandover,
  type ViewHandoverState,
} from '@portico/contracts/events/identity';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  type IntegrationEvent,
  SENDER_HEADER,
} from '@portico/contracts/events/integration-event';
import {
  integrationChanged,
  type IntegrationState,
  keyChanged,
  keyHandover,
  type KeyHandoverState,
  type KeyState,
  publisherChanged,
  type PublisherState,
} from '@portico/contracts/events/integrations';
import {
  entitlementChanged,
  type EntitlementState,
  membershipChanged,
  type MembershipState,
  organizationChanged,
  type OrganizationState,
} from '@portico/contracts/events/orgs';
import { privacyChanged, type PrivacyState } from '@portico/contracts/privacy/state';
import type { Kafka, Message, Producer } from '@portico/kafka/client';
import { stateMessage } from './state-message.ts';

/** Publishes integration events like an integration, and states like the services that own the states. */
export class Publisher {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;
  private versions = 0;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  async publish(...events: readonly (IntegrationEvent | Message)[]): Promise<void> {
    const messages = events.map((event) =>
      'value' in event ? event : { key: String(event.organization_id), value: JSON.stringify(event) },
    );
    await this.send(INTEGRATION_EVENTS_TOPIC, messages);
  }

  /** Publishes events as the product does for an authenticated sender. */
  async publishThroughDoor(sender: number, ...values: readonly (IntegrationEvent | string)[]): Promise<void> {
    const messages = values.map((value) => ({
      key: String(sender),
      value: typeof value === 'string' ? value : JSON.stringify(value),
      headers: { [SENDER_HEADER]: String(sender) },
    }));
    await this.send(DOORS_TOPIC, messages);
  }

  integration(id: number, changes: Partial<IntegrationState> = {}): Promise<void> {
    const state = { name: `integration ${id}`, active: true, organizationId: 1, ...this.next(id), ...changes };
    return this.state(integrationChanged, state);
  }

  publisher(id: number, changes: Pick<PublisherState, 'userId' | 'integrationId'> & Partial<PublisherState>) {
    return this.state(publisherChanged, { ...this.next(id), ...changes });
  }

  /** Publishes the state of a key. `text`: the key's text. `changes`: other fields of the state, such as `deletedAt` of a revoked key. */
  key(id: number, text: string, changes: Partial<KeyState> = {}): Promise<void> {
    const state: Omit<KeyState, keyof AggregateState> = {
      keyId: keyIdOf(text) ?? '',
      integrationId: 1,
      kind: 'publish',
      mode: text.startsWith('ptk_test_') ? 'test' : 'live',
      hash: createHash('sha256').update(text).digest('hex'),
      expiresAt: null,
    };
    return this.state(keyChanged, { ...state, ...this.next(id), ...changes });
  }

  organization(id: number, changes: Partial<OrganizationState> = {}): Promise<void> {
    return this.state(organizationChanged, { name: `organization ${id}`, ...this.next(id), ...changes });
  }

  /** Publishes the state of an entitlement. `changes`: other fields of the state, such as the `period` of a meter. Default: no meter. */
  entitlement(id: number, changes: Partial<EntitlementState> = {}): Promise<void> {
    const state = {
      organizationId: 1,
      lookupKey: `key_${id}`,
      name: `entitlement ${id}`,
      usedCount: 0,
      allowedCount: 10,
    };
    return this.state(entitlementChanged, { ...state, active: true, period: null, ...this.next(id), ...changes });
  }

  membership(id: number, changes: Partial<MembershipState> = {}): Promise<void> {
    const state = {
      userId: 1,
      organizationId: 1,
      approved: true,
      role: 'viewer' as const,
      ...this.next(id),
      ...changes,
    };
    return this.state(membershipChanged, state);
  }

  /** Publishes the state of a user. `changed`: whether this state changes claims of the user's tokens. */
  user(id: number, changes: Partial<UserState> = {}, changed = false): Promise<void> {
    const next = this.next(id);
    const accessVersion = changed ? next.version : 1;
    const state = { name: `user ${id}`, email: `user${id}@portico.test`, usertype: 'CLIENT' } as const;
    return this.state(userChanged, { ...state, ...next, accessVersion, ...changes });
  }

  sessionEnd(id: number, userId: number): Promise<void> {
    return this.state(sessionEnded, { id, version: 1, deletedAt: new Date().toISOString(), userId });
  }

  /** Publishes privacy rules, by default of organization 1. */
  privacy(id: number, changes: Partial<PrivacyState>): Promise<void> {
    return this.state(privacyChanged, { organizationId: 1, key: 'key', rules: [], ...this.next(id), ...changes });
  }

  async disconnect(): Promise<void> {
    await this.producer.disconnect();
  }

  keyHandover(id: number, changes: Partial<KeyHandoverState> = {}): Promise<void> {
    return this.state(keyHandover, { label: `key ${id}`, integrationId: 1, ...this.needed(id), ...changes });
  }

  viewHandover(id: number, changes: Partial<ViewHandoverState> = {}): Promise<void> {
    return this.state(viewHandover, { name: `view ${id}`, organizationId: 1, ...this.needed(id), ...changes });
  }

  private needed(id: number) {
    return { responsibleUserId: null, needsOwnerSince: new Date().toISOString(), ...this.next(id) };
  }

  private next(id: number): AggregateState {
    this.versions += 1;
    return { id, version: this.versions, deletedAt: null };
  }

  private state<State extends AggregateState>(topic: StateTopic<State>, data: State): Promise<void> {
    return this.send(topic.topic, [stateMessage(topic, data)]);
  }

  private async send(topic: string, messages: Message[]): Promise<void> {
    this.connected ??= this.producer.connect();
    await this.connected;
    await this.producer.send({ topic, messages, acks: -1 });
  }
}
