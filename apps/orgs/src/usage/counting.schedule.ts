import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { CountingService } from './counting.service.ts';

/** Milliseconds between two looks: a used count is as old as this and as far as the events are behind. */
const PAUSE = 3_000;

@Injectable()
export class CountingSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(counting: CountingService) {
    this.loop = new Loop({
      name: 'counting of usage',
      next: async () => {
        await counting.count();
        return false;
      },
      pause: PAUSE,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
