import { Module } from '@nestjs/common';
import { EntitlementsController } from './entitlements.controller.ts';
import { EntitlementsService } from './entitlements.service.ts';
import { GrantsService } from './grants.service.ts';
import { PurchasesConsumer } from './purchases.consumer.ts';

@Module({
  controllers: [EntitlementsController, PurchasesConsumer],
  providers: [EntitlementsService, GrantsService],
  exports: [GrantsService],
})
export class EntitlementsModule {}
