import { Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { type Conformance, getConformance } from '@portico/contracts/http/conformance';
import { PeriodQuery } from '@portico/contracts/http/event-health';
import { type Caller, CallerGone, CurrentCaller, Serve } from '@portico/service';
import { Admission } from '../table/admission/admission.ts';
import { ConformanceService } from './conformance.service.ts';

@Controller()
export class ConformanceController {
  constructor(
    private readonly admission: Admission,
    private readonly conformance: ConformanceService,
  ) {}

  @Serve(getConformance)
  get(
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: PeriodQuery }) { period }: PeriodQuery,
    @CurrentCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Conformance> {
    return this.admission.run('analysis', caller, gone, () => this.conformance.of(id, period, caller));
  }
}
