import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import {
  allowViewAccess,
  endViewAccess,
  getViewAccess,
  type ViewAccess,
  ViewAccessGrant,
} from '@portico/contracts/http/view-access';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { ViewAccessService } from './view-access.service.ts';

@Controller()
export class ViewAccessController {
  constructor(private readonly access: ViewAccessService) {}

  @Serve(getViewAccess)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<ViewAccess> {
    return this.access.get(caller, id);
  }

  @Serve(allowViewAccess)
  allow(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: ViewAccessGrant }) grant: ViewAccessGrant,
  ): Promise<ViewAccess> {
    return this.access.allow(caller, id, grant);
  }

  @Serve(endViewAccess)
  end(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.access.end(caller, id);
  }
}
