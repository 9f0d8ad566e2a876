import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { DeadLettersService } from './dead-letters.service.ts';
import { Handlers } from './handlers.ts';

/** Performs the replays that operators' commands request. */
@Injectable()
export class ReplayWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop({
    name: 'replaying dead letters',
    next: async () => this.handlers.isListening && (await this.letters.replayRequested()),
  });

  constructor(
    private readonly letters: DeadLettersService,
    private readonly handlers: Handlers,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
