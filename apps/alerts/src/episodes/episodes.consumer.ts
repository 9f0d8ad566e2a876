import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { ActivityLoop } from '../activity/activity-loop.ts';
import { FoldService } from './fold.service.ts';

/** Consumes activity records, and opens, changes and closes episodes. */
@Injectable()
export class EpisodesConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: ActivityLoop;

  constructor(@Inject(KAFKA) kafka: Kafka, folding: FoldService) {
    this.loop = new ActivityLoop({
      kafka,
      group: 'alerts.episodes',
      bySubject: true,
      fold: (marks) => folding.fold(marks),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
