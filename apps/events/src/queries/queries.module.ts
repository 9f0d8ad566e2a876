import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { Admission } from '../table/admission/admission.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { EventsController } from './events.controller.ts';
import { EventsService } from './events.service.ts';
import { ExportService } from './export.service.ts';
import { FacetsService } from './facets.service.ts';
import { HistogramService } from './histogram.service.ts';
import { PageGuess } from './paging/guess.ts';
import { Search } from './search/search.ts';

@Module({
  imports: [DirectoryModule],
  controllers: [EventsController],
  providers: [
    Admission,
    AuthorizedFilter,
    Search,
    PageGuess,
    EventsService,
    FacetsService,
    HistogramService,
    ExportService,
  ],
  exports: [Admission],
})
export class QueriesModule {}
