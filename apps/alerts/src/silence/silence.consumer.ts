import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { ActivityLoop } from '../activity/activity-loop.ts';
import { SilenceFold } from './silence-fold.ts';
import { SILENCE_GROUP } from './platform-watch.ts';

/** Consumes activity and records the newest arrival of each integration. */
@Injectable()
export class SilenceConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: ActivityLoop;

  constructor(@Inject(KAFKA) kafka: Kafka, folding: SilenceFold) {
    this.loop = new ActivityLoop({ kafka, group: SILENCE_GROUP, fold: (marks) => folding.fold(marks) });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
