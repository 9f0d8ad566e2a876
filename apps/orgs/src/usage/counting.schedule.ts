import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Loop } from '@portico/service';
import type { OrgsConfig } from '../config.ts';
import { CountingService } from './counting.service.ts';

/** Milliseconds between two counts. A used count lags behind by this time plus the delay of events. */
const PAUSE = 3_000;

@Injectable()
export class CountingSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    counting: CountingService,
    @Inject(CONFIG) private readonly config: OrgsConfig,
  ) {
    this.loop = new Loop({
      name: 'counting usage',
      next: async () => {
        await counting.count();
        return false;
      },
      pause: PAUSE,
    });
  }

  onApplicationBootstrap(): void {
    const { EVENTS_URL: url, SERVICE_SECRET: secret } = this.config;
    if (url !== undefined && secret !== undefined) this.loop.start();
    else new Logger(CountingSchedule.name).warn('counting usage failed: EVENTS_URL or SERVICE_SECRET is not set');
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
