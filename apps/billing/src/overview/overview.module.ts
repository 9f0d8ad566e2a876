import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { OverviewController } from './overview.controller.ts';
import { OverviewService } from './overview.service.ts';

@Module({ imports: [WebhooksModule], controllers: [OverviewController], providers: [OverviewService] })
export class OverviewModule {}
