import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.ts';
import { AssignedUsersService } from './assigned-users.service.ts';
import { MembersController } from './members.controller.ts';
import { MembersService } from './members.service.ts';
import { MembershipWriter } from './membership-writer.ts';
import { MembershipsController } from './memberships.controller.ts';
import { MembershipsService } from './memberships.service.ts';
import { UsersConsumer } from './users.consumer.ts';

@Module({
  imports: [UsersModule],
  controllers: [MembershipsController, MembersController, UsersConsumer],
  providers: [MembershipsService, MembersService, AssignedUsersService, MembershipWriter],
  exports: [MembershipsService, AssignedUsersService, MembershipWriter],
})
export class MembershipsModule {}
