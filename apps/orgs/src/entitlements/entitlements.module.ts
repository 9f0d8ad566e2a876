import { Module } from '@nestjs/common';
import { EntitlementsController } from './entitlements.controller.ts';
import { EntitlementsService } from './entitlements.service.ts';
import { GrantsService } from './grants.service.ts';

@Module({
  controllers: [EntitlementsController],
  providers: [EntitlementsService, GrantsService],
  exports: [GrantsService],
})
export class EntitlementsModule {}
