import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.ts';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { ReconciliationSchedule } from './reconciliation.schedule.ts';
import { ReconciliationService } from './reconciliation.service.ts';

@Module({
  imports: [WebhooksModule, CustomersModule],
  providers: [ReconciliationService, ReconciliationSchedule],
})
export class ReconciliationModule {}
