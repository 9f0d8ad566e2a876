import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { integrationChanged, keyChanged } from '@portico/contracts/events/integrations';
import {
  type Admin,
  createDoorTopics,
  followed,
  type Following,
  followStates,
  isSecurityDisabled,
  KAFKA,
  type Kafka,
  type KafkaConfig,
  withAdmin,
} from '@portico/kafka';
import { CONFIG, crash, Readiness } from '@portico/service';
import { DoorGrants, type Grant, idOfGrant } from './door-grants.ts';
import { Forwarder } from './forwarder.ts';
import { grant, grantsIn, withdraw } from './topic-access.ts';

/** Milliseconds after which Kafka's ACLs are compared with the keys again, even if no state has changed. */
const COMPARE_EVERY = 60_000;
/** Milliseconds after which the provisioner retries a failed reconciliation. */
const RETRY_AFTER = 500;
/** Node's maximum timer delay in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * Reconciles Kafka with the states of keys and integrations: creates integrations' own topics, and an ACL for each key of these
 * integrations. A revoked key loses its ACL at once. Every process with the role `doors` reconciles, because each step is idempotent.
 */
@Injectable()
export class Provisioner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Provisioner.name);
  private readonly grants = new DoorGrants();
  private following: Following | null = null;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | null = null;
  private isDue = false;
  /** Whether the warning that Kafka has no authorizer was logged. */
  private isWarned = false;
  private isEnding = false;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(CONFIG) private readonly config: KafkaConfig,
    private readonly forwarder: Forwarder,
    readiness: Readiness,
  ) {
    readiness.add('doors', () => this.following?.isCaughtUp() ?? false, 'keys of integrations are still being read');
  }

  async onApplicationBootstrap(): Promise<void> {
    this.following = await followStates(this.kafka, 'events.door-topics', [
      followed(keyChanged, (key) => {
        this.grants.applyKey(key);
        this.wake();
      }),
      followed(integrationChanged, (integration) => {
        this.grants.applyIntegration(integration);
        this.wake();
      }),
    ]);
    void this.following.ended.then(crash);
    void this.following.caughtUp.then(() => this.wake());
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.following?.stop();
    await this.working;
  }

  /** Reconciles now, or again after the current run. */
  private wake(): void {
    this.isDue = true;
    if (this.isEnding || this.working || !this.following?.isCaughtUp()) return;
    this.working = this.work().finally(() => {
      this.working = null;
      if (this.isDue) this.wake();
    });
  }

  private async work(): Promise<void> {
    this.isDue = false;
    clearTimeout(this.timer);
    let pause = COMPARE_EVERY;
    try {
      await withAdmin(this.kafka, (admin) => this.settle(admin));
      this.isWarned = false;
    } catch (error) {
      if (isSecurityDisabled(error)) {
        if (!this.isWarned) this.logger.warn('Kafka has no authorizer, per-integration topics disabled');
        this.isWarned = true;
      } else {
        this.logger.warn({ error: String(error) }, 'updating per-integration topics and ACLs failed, retrying');
        pause = RETRY_AFTER;
      }
    }
    const now = Date.now();
    const next = Math.min(now + pause, this.grants.nextEnd(now));
    if (!this.isEnding) this.timer = setTimeout(() => this.wake(), Math.min(next - now, LONGEST_TIMER));
  }

  private async settle(admin: Admin): Promise<void> {
    const present = await grantsIn(admin);
    // A key's ACL is created after the key's state is published. So once all published states are applied, the key of every ACL is known.
    await this.following?.reachEnd();
    const wanted = this.grants.grants(Date.now());
    await withdraw(admin, without(present, wanted));
    const topics = this.grants.topics();
    await createDoorTopics(
      admin,
      this.config,
      topics.map(({ topic }) => topic),
    );
    await grant(admin, without(wanted, present));
    this.forwarder.forward(topics);
  }
}

const without = (some: readonly Grant[], others: readonly Grant[]): Grant[] => {
  const ids = new Set(others.map(idOfGrant));
  return some.filter((one) => !ids.has(idOfGrant(one)));
};
