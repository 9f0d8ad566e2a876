import { Body, Controller, Query } from '@nestjs/common';
import { ListQuery } from '@portico/contracts/common/page';
import {
  type BillingOverview,
  listPurchases,
  listUsageFaults,
  reconcile,
  Reconciliation,
  type ReconciliationReport,
  type UsageFaults,
} from '@portico/contracts/http/billing';
import { AllowAdmins, Serve } from '@portico/service';
import { OverviewService } from './overview.service.ts';

@Controller()
@AllowAdmins()
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Serve(listPurchases)
  list(@Query({ schema: ListQuery }) query: ListQuery): Promise<BillingOverview> {
    return this.overview.list(query);
  }

  @Serve(listUsageFaults)
  usageFaults(): Promise<UsageFaults> {
    return this.overview.usageFaults();
  }

  @Serve(reconcile)
  reconcile(@Body({ schema: Reconciliation }) { organizationId }: Reconciliation): Promise<ReconciliationReport> {
    return this.overview.reconcile(organizationId);
  }
}
