import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import {
  getSilence,
  listSilence,
  type Liveness,
  type Silence,
  SilenceQuery,
  SilenceUpdate,
  updateSilence,
} from '@portico/contracts/http/silence';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { SilenceService } from './silence.service.ts';

@Controller()
export class SilenceController {
  constructor(private readonly silence: SilenceService) {}

  @Serve(listSilence)
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: SilenceQuery }) { integrations }: SilenceQuery,
  ): Promise<{ data: Liveness[] }> {
    return { data: await this.silence.list(caller, integrations) };
  }

  @Serve(getSilence)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Silence> {
    return this.silence.get(caller, id);
  }

  @Serve(updateSilence)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: SilenceUpdate }) update: SilenceUpdate,
  ): Promise<Silence> {
    return this.silence.update(caller, id, update);
  }
}
