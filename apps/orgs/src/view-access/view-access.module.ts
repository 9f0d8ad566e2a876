import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ViewAccessController } from './view-access.controller.ts';
import { ViewAccessService } from './view-access.service.ts';

@Module({
  imports: [MembershipsModule, UsersModule],
  controllers: [ViewAccessController],
  providers: [ViewAccessService],
})
export class ViewAccessModule {}
