import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EventsApiModule } from '@portico/service/events-api';
import { Clock } from './clock.ts';
import { PlatformState } from './platform-state.ts';
import { PlatformWatch } from './platform-watch.ts';
import { SilenceFold } from './silence-fold.ts';
import { SilenceLearner } from './silence-learner.ts';
import { SilenceSweep } from './silence-sweep.ts';
import { SilenceConsumer } from './silence.consumer.ts';
import { SilenceController } from './silence.controller.ts';
import { SilenceService } from './silence.service.ts';
import { SilenceWorker } from './silence.worker.ts';

@Module({
  imports: [DirectoryModule, EventsApiModule],
  controllers: [SilenceController],
  providers: [
    Clock,
    SilenceService,
    SilenceFold,
    SilenceConsumer,
    SilenceSweep,
    SilenceLearner,
    PlatformWatch,
    PlatformState,
    SilenceWorker,
  ],
})
export class SilenceModule {}
