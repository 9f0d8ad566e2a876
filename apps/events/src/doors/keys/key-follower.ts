import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { keyChanged } from '@portico/contracts/events/integrations';
import { followed, type Following, followStates, KAFKA, type Kafka } from '@portico/kafka';
import { crash, Dependencies, Readiness } from '@portico/service';
import { HookDirectory } from './hook-directory.ts';
import { KeyDirectory } from './key-directory.ts';

/** Maximum milliseconds between Kafka's responses. Beyond it, the dependency check fails, because revocations may arrive too late. */
const LONGEST_SILENCE = 5_000;

/** Reads the topic of keys from its beginning at every start, and keeps the directories of keys and webhooks up to date. */
@Injectable()
export class KeyFollower implements OnModuleInit, OnApplicationShutdown {
  private following: Following | null = null;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly keys: KeyDirectory,
    private readonly hooks: HookDirectory,
    readiness: Readiness,
    dependencies: Dependencies,
  ) {
    readiness.add('keys', () => this.following?.isCaughtUp() ?? false, 'keys are still being read');
    dependencies.add('keys', async () => this.check());
  }

  /** Waits until all keys are read, so that even the first request rejects a key that was revoked before the start. */
  async onModuleInit(): Promise<void> {
    this.following = await followStates(this.kafka, 'events.keys', [
      followed(keyChanged, (state) => (state.hook ? this.hooks : this.keys).apply(state)),
    ]);
    void this.following.ended.then(crash);
    await this.following.caughtUp;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.following?.stop();
  }

  private check(): void {
    if ((this.following?.silence() ?? 0) > LONGEST_SILENCE) throw new Error('changes of keys are not seen');
  }
}
