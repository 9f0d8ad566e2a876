import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';
import { DeadLettersService } from './dead-letters.service.ts';
import { Handlers } from './handlers.ts';

/** Milliseconds between two looks for replays that a command asked for. */
const POLL = 1_000;

/** Does the replays that commands ask for. */
@Injectable()
export class ReplayWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReplayWorker.name);
  private readonly polling = new Polling();
  private running: Promise<void> | null = null;

  constructor(
    private readonly letters: DeadLettersService,
    private readonly handlers: Handlers,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.polling.work({
      next: async () => this.handlers.isListening && (await this.letters.replayRequested()),
      pause: POLL,
      toError: ofPostgres,
      failed: (error) => this.logger.warn({ error: String(error) }, 'looking for replays failed, retrying'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.polling.end();
    await this.running;
  }
}
