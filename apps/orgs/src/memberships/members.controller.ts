import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  changeMember,
  listMembers,
  ListMembersQuery,
  type Member,
  MemberChange,
  MemberParams,
  removeMember,
} from '@portico/contracts/http/members';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { MembersService } from './members.service.ts';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Serve(listMembers)
  list(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Query({ schema: ListMembersQuery }) query: ListMembersQuery,
  ): Promise<Page<Member>> {
    return this.members.list(caller, id, query);
  }

  @Serve(changeMember)
  change(
    @CurrentCaller() caller: Caller,
    @Param({ schema: MemberParams }) { id, userId }: MemberParams,
    @Body({ schema: MemberChange }) change: MemberChange,
  ): Promise<Member> {
    return this.members.change(caller, id, userId, change);
  }

  @Serve(removeMember)
  remove(
    @CurrentCaller() caller: Caller,
    @Param({ schema: MemberParams }) { id, userId }: MemberParams,
  ): Promise<void> {
    return this.members.remove(caller, id, userId);
  }
}
