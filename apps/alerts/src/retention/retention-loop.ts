import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { OldRows } from './old-rows.ts';

const AN_HOUR = 60 * 60_000;

/** Looks for old rows once an hour. */
@Injectable()
export class RetentionLoop implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(oldRows: OldRows) {
    this.loop = new Loop({ name: 'old rows', next: () => oldRows.next(), pause: AN_HOUR });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
