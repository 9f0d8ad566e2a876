import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { MeterQuestion } from '@portico/contracts/http/event-usage';
import {
  AdjustmentCreate,
  adjustUsage,
  getUsage,
  listMeters,
  listUsage,
  type Meter,
  MeterParams,
  type MeterPreview,
  type Meters,
  MeterWrite,
  previewMeter,
  putMeter,
  type UsageDetail,
  type UsagePeriod,
} from '@portico/contracts/http/usage';
import { AllowAdmins, type Caller, CurrentCaller, Serve } from '@portico/service';
import { MetersService } from './meters.service.ts';
import { UsageService } from './usage.service.ts';

@Controller()
export class UsageController {
  constructor(
    private readonly meters: MetersService,
    private readonly usage: UsageService,
  ) {}

  @AllowAdmins()
  @Serve(listMeters)
  list(): Promise<Meters> {
    return this.meters.list();
  }

  @AllowAdmins()
  @Serve(putMeter)
  put(
    @CurrentCaller() caller: Caller,
    @Param({ schema: MeterParams }) { key }: MeterParams,
    @Body({ schema: MeterWrite }) body: MeterWrite,
  ): Promise<Meter> {
    return this.meters.put(key, body, caller);
  }

  @AllowAdmins()
  @Serve(previewMeter)
  preview(@Body({ schema: MeterQuestion }) body: MeterQuestion): Promise<MeterPreview> {
    return this.meters.preview(body);
  }

  @Serve(listUsage)
  ofOrganization(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
  ): Promise<{ data: UsagePeriod[] }> {
    return this.usage.list(caller, id);
  }

  @Serve(getUsage)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<UsageDetail> {
    return this.usage.get(caller, id);
  }

  @AllowAdmins()
  @Serve(adjustUsage)
  adjust(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: AdjustmentCreate }) body: AdjustmentCreate,
  ): Promise<UsagePeriod> {
    return this.usage.adjust(caller, id, body);
  }
}
