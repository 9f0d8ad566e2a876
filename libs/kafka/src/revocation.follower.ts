import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { userChanged } from '@portico/contracts/events/identity';
import { crash, type Dependencies, type Revocations } from '@portico/service';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaConfig } from './config.ts';
import { followed, followedEnds, type Following, followStates } from './follow.ts';
import { isKafkaError } from './retriable.ts';

/** Kafka answers at least every few seconds. After this silence, in milliseconds, changes of users may be missed. */
const LONGEST_SILENCE = 5_000;
/** Pause before following is retried, in milliseconds. */
const PAUSE = 1_000;
/** Retries of one request to Kafka. Low, because failures are retried here on a new connection. */
const RETRIES = 2;

/**
 * Follows the users and the ended sessions, so that a token is rejected at the next request if its user changed or its session ended
 * after it was issued. The service starts once every change so far is known. During a later Kafka outage, requests are checked
 * against the last known state, tokens expire after at most a quarter of an hour, and /health/dependencies reports that changes are
 * not received.
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
    if (!this.following.isCaughtUp()) throw new Error('changes of users are still being read');
    if (this.following.silence() > LONGEST_SILENCE) throw new Error('Kafka does not answer any more');
  }

  private async keepFollowing(caughtUp: () => void): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const reason = await this.follow(caughtUp).catch((error: unknown) => error);
      this.following = null;
      if (signal.aborted) return;
      if (!isKafkaError(reason)) return crash(reason);
      this.logger.warn({ error: String(reason) }, 'following revoked users failed, retrying');
      await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves with the reason when following has ended. */
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
