import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { Admission } from '../table/admission/admission.ts';
import { Asked } from './authorized-filter.ts';
import { EventsController } from './events.controller.ts';
import { EventsService } from './events.service.ts';
import { ExportService } from './export.service.ts';
import { FacetsService } from './facets.service.ts';
import { HistogramService } from './histogram.service.ts';
import { Newest } from './paging/guess.ts';
import { Searches } from './search/search.ts';

@Module({
  imports: [DirectoryModule],
  controllers: [EventsController],
  providers: [Admission, Asked, Searches, Newest, EventsService, FacetsService, HistogramService, ExportService],
  exports: [Admission],
})
export class QueriesModule {}
