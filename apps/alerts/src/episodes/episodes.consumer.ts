import { Inject, Injectable } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { ActivityLoop } from '../activity/activity-loop.ts';
import { FoldService } from './fold.service.ts';

@Injectable()
export class EpisodesConsumer extends ActivityLoop {
  constructor(@Inject(KAFKA) kafka: Kafka, folding: FoldService) {
    super({ kafka, group: 'alerts.episodes', bySubject: true, fold: (marks) => folding.fold(marks) });
  }
}
