import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { userChanged } from '@portico/contracts/events/identity';
import { crash, type Dependencies, type Revocations } from '@portico/service';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaConfig } from './config.ts';
import { followed, followedEnds, type Following, followStates } from './follow.ts';
import { isKafkaError } from './retriable.ts';

/** Milliseconds without a response of Kafka after which user changes may be missing. Normally Kafka responds every few seconds. */
const MAX_SILENCE_MS = 5_000;
const RETRY_PAUSE_MS = 1_000;
/** Retries of one request to Kafka. Low, because the follower itself retries on a new connection. */
const RETRIES = 2;

/**
 * Follows the users and the ended sessions, so that the service rejects a token whose user changed or whose session ended after the
 * token was issued. The service starts after it has read all existing changes. During a later Kafka outage, the service checks
 * requests against the last known state, and /health/dependencies reports that no changes arrive. Tokens expire after at most 15
 * minutes.
 */
export class RevocationFollower implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(RevocationFollower.name);
  private readonly ending = new AbortController();
  private following: Following | null = null;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: string,
    private readonly config: KafkaConfig,
    private readonly revocations: Revocations,
    dependencies: Dependencies,
  ) {
    dependencies.add('revocations', async () => this.check());
  }

  async onModuleInit(): Promise<void> {
    const { promise: caughtUp, resolve } = Promise.withResolvers<void>();
    this.work = this.keepFollowing(resolve);
    await caughtUp;
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.following?.stop();
    await this.work;
  }

  private check(): void {
    if (!this.following) throw new Error('Kafka does not answer');
    if (!this.following.isCaughtUp()) throw new Error('revoked users and sessions are still being read');
    if (this.following.silence() > MAX_SILENCE_MS) throw new Error('Kafka does not answer any more');
  }

  private async keepFollowing(caughtUp: () => void): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const reason = await this.follow(caughtUp).catch((error: unknown) => error);
      this.following = null;
      if (signal.aborted) return;
      if (!isKafkaError(reason)) return crash(reason);
      this.logger.warn({ error: String(reason) }, 'reading revoked sessions from Kafka failed, retrying');
      await sleep(RETRY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves at the shutdown, or with an error. */
  private async follow(caughtUp: () => void): Promise<unknown> {
    const kafka = kafkaClient(this.config, this.service, RETRIES);
    const following = await followStates(kafka, `${this.service}.revocations`, [
      followed(userChanged, (state) => this.revocations.apply(state)),
      followedEnds((session, endedAt) => this.revocations.end(session, endedAt)),
    ]);
    this.following = following;
    void following.caughtUp.then(caughtUp);
    const aborted = new Promise((resolve) => {
      this.ending.signal.addEventListener('abort', resolve, { once: true });
    });
    if (!this.ending.signal.aborted) return Promise.race([following.ended, aborted]);
    await following.stop();
  }
}
