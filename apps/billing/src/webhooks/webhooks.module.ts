import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.ts';
import { WebhookMetrics } from './webhook-metrics.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookWorker } from './webhook-worker.ts';
import { WebhooksController } from './webhooks.controller.ts';
import { WebhooksService } from './webhooks.service.ts';

@Module({
  imports: [ProductsModule],
  controllers: [WebhooksController],
  providers: [WebhookMetrics, WebhookQueue, WebhookWorker, WebhooksService],
  exports: [WebhookQueue],
})
export class WebhooksModule {}
