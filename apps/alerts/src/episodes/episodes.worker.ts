import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';
import { EpisodeEndings } from './episode-endings.ts';
import { EpisodeLookups } from './episode-lookups.ts';

/** Milliseconds between two looks. */
const POLL = 1_000;

/** Ends episodes, and looks up with which failure they began. */
@Injectable()
export class EpisodesWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EpisodesWorker.name);
  private readonly endings = new Polling();
  private readonly lookups = new Polling();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ending: EpisodeEndings,
    private readonly lookup: EpisodeLookups,
  ) {}

  onApplicationBootstrap(): void {
    const work = { pause: POLL, toError: ofPostgres };
    const failed = (what: string) => (error: unknown) => this.logger.warn({ error: String(error) }, what);
    this.running = Promise.all([
      this.endings.work({
        ...work,
        next: () => this.ending.next(),
        failed: failed('ending episodes failed, retrying'),
      }),
      this.lookups.work({
        ...work,
        next: () => this.lookup.next(),
        failed: failed('looking up the first failure of an episode failed, retrying'),
      }),
    ]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.endings.end();
    this.lookups.end();
    await this.running;
  }
}
