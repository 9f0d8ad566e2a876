import { Body, Controller, Query } from '@nestjs/common';
import { type Page, Paging } from '@portico/contracts/common/page';
import {
  assignSelf,
  listOwnMemberships,
  type OwnMembership,
  SelfAssignment,
} from '@portico/contracts/http/memberships';
import {
  type AssignedUsers,
  assignUsers,
  UsersAssignment,
  type JoinRequest,
  listJoinRequests,
} from '@portico/contracts/http/orgs';
import { AllowAdmins, type Caller, CurrentCaller, Serve } from '@portico/service';
import { AssignedUsersService } from './assigned-users.service.ts';
import { MembershipsService } from './memberships.service.ts';

@Controller()
export class MembershipsController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly assignedUsers: AssignedUsersService,
  ) {}

  @Serve(listOwnMemberships)
  listOwn(@CurrentCaller() caller: Caller): Promise<Page<OwnMembership>> {
    return this.memberships.listOwn(caller);
  }

  @Serve(assignSelf)
  assignSelf(
    @CurrentCaller() caller: Caller,
    @Body({ schema: SelfAssignment }) body: SelfAssignment,
  ): Promise<Page<OwnMembership>> {
    return this.memberships.assignSelf(caller, body);
  }

  @Serve(listJoinRequests)
  requests(@CurrentCaller() caller: Caller, @Query({ schema: Paging }) paging: Paging): Promise<Page<JoinRequest>> {
    return this.assignedUsers.requests(caller, paging);
  }

  @AllowAdmins()
  @Serve(assignUsers)
  assignMany(
    @CurrentCaller() caller: Caller,
    @Body({ schema: UsersAssignment }) body: UsersAssignment,
  ): Promise<AssignedUsers> {
    return this.assignedUsers.replace(caller, body);
  }
}
