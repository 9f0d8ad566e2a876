import { Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import {
  type Arrivals,
  ArrivalsQuery,
  type EventsLag,
  getArrivals,
  getEventsLag,
} from '@portico/contracts/http/arrivals';
import { AllowAdmins, type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { HistoryLag } from '../logs/history-lag.ts';
import { Admission } from '../table/admission/admission.ts';
import { ArrivalsService } from './arrivals.service.ts';

@Controller()
export class ArrivalsController {
  constructor(
    private readonly admission: Admission,
    private readonly arrivals: ArrivalsService,
    private readonly lag: HistoryLag,
  ) {}

  @Serve(getArrivals)
  @AllowAdmins()
  get(
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: ArrivalsQuery }) { organization }: ArrivalsQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Arrivals> {
    return this.admission.run('analysis', caller, gone, () => this.arrivals.of(id, organization));
  }

  @Serve(getEventsLag)
  @AllowAdmins()
  behind(): EventsLag {
    const { waiting, waitingSince } = this.lag;
    return { waiting, waitingSince: waitingSince === null ? null : new Date(waitingSince).toISOString() };
  }
}
