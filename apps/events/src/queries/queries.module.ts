import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { SnapshotModule } from '../snapshot/snapshot.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { EventsController } from './events.controller.ts';
import { EventsService } from './events.service.ts';
import { ExportService } from './export.service.ts';
import { FacetsService } from './facets.service.ts';
import { HealthController } from './health.controller.ts';
import { HistogramService } from './histogram.service.ts';
import { IntegrationHealthService } from './integration-health.service.ts';
import { IntegrationOverviewService } from './integration-overview.service.ts';
import { IntegrationsService } from './integrations.service.ts';
import { MinutesService } from './minutes.service.ts';
import { OneEvent } from './one-event.ts';
import { OpeningsService } from './openings.service.ts';
import { PageGuess } from './paging/guess.ts';
import { PageReader } from './paging/page-reader.ts';
import { SearchReader } from './paging/search-reader.ts';
import { PrivacyService } from './privacy.service.ts';
import { Search } from './search/search.ts';
import { UsageService } from './usage.service.ts';

@Module({
  imports: [DirectoryModule, AdmissionModule, LogsModule, SnapshotModule],
  controllers: [EventsController, HealthController],
  providers: [
    AuthorizedFilter,
    Search,
    PageGuess,
    PageReader,
    SearchReader,
    EventsService,
    FacetsService,
    HistogramService,
    MinutesService,
    UsageService,
    ExportService,
    IntegrationsService,
    OneEvent,
    OpeningsService,
    PrivacyService,
    IntegrationHealthService,
    IntegrationOverviewService,
  ],
})
export class QueriesModule {}
