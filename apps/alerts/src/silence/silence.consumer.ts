import { Inject, Injectable } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { ActivityLoop } from '../activity/activity-loop.ts';
import { SilenceFold } from './silence-fold.ts';
import { SILENCE_GROUP } from './platform-watch.ts';

@Injectable()
export class SilenceConsumer extends ActivityLoop {
  constructor(@Inject(KAFKA) kafka: Kafka, folding: SilenceFold) {
    super({ kafka, group: SILENCE_GROUP, fold: (marks) => folding.fold(marks) });
  }
}
