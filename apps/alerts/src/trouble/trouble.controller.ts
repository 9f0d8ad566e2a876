import { Controller, Query } from '@nestjs/common';
import { listTrouble, TroubleQuery, type Troubles } from '@portico/contracts/http/trouble';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { TroubleService } from './trouble.service.ts';

@Controller()
export class TroubleController {
  constructor(private readonly trouble: TroubleService) {}

  @Serve(listTrouble)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: TroubleQuery }) { integrations }: TroubleQuery,
  ): Promise<Troubles> {
    return this.trouble.list(caller, integrations);
  }
}
