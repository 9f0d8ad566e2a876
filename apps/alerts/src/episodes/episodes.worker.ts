import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { EpisodeEndings } from './episode-endings.ts';

/** Ends episodes. */
@Injectable()
export class EpisodesWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(endings: EpisodeEndings) {
    this.loop = new Loop({ name: 'endings', next: () => endings.next() });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
