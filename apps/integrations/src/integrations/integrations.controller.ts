import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { ListQuery, type Page } from '@portico/contracts/common/page';
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  type Integration,
  IntegrationCreate,
  IntegrationUpdate,
  listIntegrations,
  updateIntegration,
} from '@portico/contracts/http/integrations';
import { AllowAdmins, Serve } from '@portico/service';
import { IntegrationsService } from './integrations.service.ts';

@Controller()
@AllowAdmins()
export class IntegrationsController {
  constructor(private readonly integrations: IntegrationsService) {}

  @Serve(listIntegrations)
  list(@Query({ schema: ListQuery }) query: ListQuery): Promise<Page<Integration>> {
    return this.integrations.list(query);
  }

  @Serve(getIntegration)
  get(@Param({ schema: IdParams }) { id }: IdParams): Promise<Integration> {
    return this.integrations.get(id);
  }

  @Serve(createIntegration)
  create(@Body({ schema: IntegrationCreate }) body: IntegrationCreate): Promise<Integration> {
    return this.integrations.create(body);
  }

  @Serve(updateIntegration)
  update(
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: IntegrationUpdate }) body: IntegrationUpdate,
  ): Promise<Integration> {
    return this.integrations.update(id, body);
  }

  @Serve(deleteIntegration)
  delete(@Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.integrations.delete(id);
  }
}
