import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { ReconciliationSchedule } from './reconciliation.schedule.ts';
import { ReconciliationService } from './reconciliation.service.ts';

@Module({
  imports: [WebhooksModule],
  providers: [ReconciliationService, ReconciliationSchedule],
})
export class ReconciliationModule {}
