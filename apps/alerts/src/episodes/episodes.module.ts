import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EventsApiModule } from '@portico/service/events-api';
import { EpisodeChangesService } from './episode-changes.service.ts';
import { EpisodeEndings } from './episode-endings.ts';
import { EpisodeMetrics } from './episode-metrics.ts';
import { EpisodesConsumer } from './episodes.consumer.ts';
import { EpisodesController } from './episodes.controller.ts';
import { EpisodesService } from './episodes.service.ts';
import { FoldService } from './fold.service.ts';

@Module({
  imports: [DirectoryModule, EventsApiModule],
  controllers: [EpisodesController],
  providers: [EpisodesService, EpisodeChangesService, EpisodeMetrics, FoldService, EpisodesConsumer, EpisodeEndings],
  exports: [EpisodeEndings],
})
export class EpisodesModule {}
