import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { ListQuery, type Page } from '@portico/contracts/common/page';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  type ListedOrganization,
  listOrganizations,
  type Organization,
  OrganizationCreate,
  type OrganizationDetail,
  OrganizationUpdate,
  updateOrganization,
} from '@portico/contracts/http/orgs';
import { AllowAdmins, type Caller, CurrentCaller, Serve } from '@portico/service';
import { OrganizationsService } from './organizations.service.ts';

@Controller()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Serve(listOrganizations)
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<Page<ListedOrganization | OrganizationSummary>> {
    return this.organizations.list(caller, query);
  }

  @Serve(getOrganization)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<OrganizationDetail> {
    return this.organizations.get(caller, id);
  }

  @Serve(createOrganization)
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: OrganizationCreate }) body: OrganizationCreate,
  ): Promise<Organization> {
    return this.organizations.create(caller, body);
  }

  @Serve(updateOrganization)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: OrganizationUpdate }) body: OrganizationUpdate,
  ): Promise<Organization> {
    return this.organizations.update(caller, id, body);
  }

  @AllowAdmins()
  @Serve(deleteOrganization)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.organizations.delete(caller, id);
  }
}
