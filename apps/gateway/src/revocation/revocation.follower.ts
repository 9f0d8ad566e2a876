import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { userChanged } from '@portico/contracts/events/identity';
import { ensureTopics, followed, type Following, followStates, kafkaClient } from '@portico/kafka';
import { CONFIG, Readiness, Revocations } from '@portico/service';
import type { GatewayConfig } from '../config.ts';

/** Kafka answers several times a second; after this silence, in milliseconds, changes of users are not seen in time. */
const LONGEST_SILENCE = 5_000;
/** Pause before following is tried again, in milliseconds. */
const PAUSE = 1_000;
/** Tries of one request to Kafka: what fails is begun anew here, and never waited for by a request of the API. */
const RETRIES = 2;

/**
 * Follows the users, so that a token from before a change of its user is refused within a second of it. Kafka may be
 * away: the API answers on with what is known, tokens end by themselves after a quarter of an hour at most, and
 * /health/ready says that changes are not seen.
 */
@Injectable()
export class RevocationFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RevocationFollower.name);
  private readonly ending = new AbortController();
  private following: Following | null = null;
  private work: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(Readiness) readiness: Readiness,
  ) {
    readiness.add('revocations', async () => this.check());
  }

  onApplicationBootstrap(): void {
    this.work = this.keepFollowing();
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

  private async keepFollowing(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const reason = await this.follow().catch((error: unknown) => error);
      this.following = null;
      if (signal.aborted) return;
      this.logger.warn(`changes of users are not seen: ${reason instanceof Error ? reason.message : String(reason)}`);
      await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves with the reason when it is over. */
  private async follow(): Promise<unknown> {
    const kafka = kafkaClient(this.config, 'gateway', RETRIES);
    await ensureTopics(kafka, this.config, [userChanged.topic]);
    const following = await followStates(kafka, 'gateway.revocations', [
      followed(userChanged, (state) => this.revocations.apply(state)),
    ]);
    this.following = following;
    const aborted = new Promise((resolve) => {
      this.ending.signal.addEventListener('abort', resolve, { once: true });
    });
    if (!this.ending.signal.aborted) return Promise.race([following.ended, aborted]);
    await following.stop();
  }
}
