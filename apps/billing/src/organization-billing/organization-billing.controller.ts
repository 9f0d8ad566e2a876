import { Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { getOrganizationBilling, type OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { OrganizationBillingService } from './organization-billing.service.ts';

@Controller()
export class OrganizationBillingController {
  constructor(private readonly billing: OrganizationBillingService) {}

  @Serve(getOrganizationBilling)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<OrganizationBilling> {
    return this.billing.get(caller, id);
  }
}
