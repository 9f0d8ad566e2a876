import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.ts';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { OverviewController } from './overview.controller.ts';
import { OverviewService } from './overview.service.ts';

@Module({ imports: [WebhooksModule, UsageModule], controllers: [OverviewController], providers: [OverviewService] })
export class OverviewModule {}
