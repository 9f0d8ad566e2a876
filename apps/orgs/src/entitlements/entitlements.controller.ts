import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { EntitlementUpdate, type OrganizationEntitlement, updateEntitlement } from '@portico/contracts/http/orgs';
import { AllowAdmins, Serve } from '@portico/service';
import { EntitlementsService } from './entitlements.service.ts';

@Controller()
@AllowAdmins()
export class EntitlementsController {
  constructor(private readonly entitlements: EntitlementsService) {}

  @Serve(updateEntitlement)
  update(
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: EntitlementUpdate }) body: EntitlementUpdate,
  ): Promise<OrganizationEntitlement> {
    return this.entitlements.update(id, body);
  }
}
