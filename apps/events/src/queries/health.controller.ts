import { Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import {
  type EventTrend,
  eventTrend,
  EventTrendQuery,
  getIntegrationOverview,
  type IntegrationHealth,
  IntegrationHealthQuery,
  type IntegrationOverview,
  listIntegrationHealth,
  PeriodQuery,
} from '@portico/contracts/http/event-health';
import { AllowAdmins, type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { IntegrationHealthService } from './integration-health.service.ts';
import { IntegrationOverviewService } from './integration-overview.service.ts';

@Controller()
export class HealthController {
  constructor(
    private readonly admission: Admission,
    private readonly health: IntegrationHealthService,
    private readonly overviews: IntegrationOverviewService,
  ) {}

  @Serve(listIntegrationHealth)
  @AllowAdmins()
  async integrations(
    @Query({ schema: IntegrationHealthQuery }) { ids }: IntegrationHealthQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<{ data: IntegrationHealth[] }> {
    return { data: await this.admission.run('analysis', caller, gone, () => this.health.of(ids, caller)) };
  }

  @Serve(getIntegrationOverview)
  @AllowAdmins()
  overview(
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: PeriodQuery }) { period }: PeriodQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<IntegrationOverview> {
    return this.admission.run('analysis', caller, gone, () => this.overviews.overview(id, period, caller));
  }

  @Serve(eventTrend)
  trend(
    @Query({ schema: EventTrendQuery }) query: EventTrendQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<EventTrend> {
    return this.admission.run('analysis', caller, gone, () => this.overviews.trend(query, caller));
  }
}
