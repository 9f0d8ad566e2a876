import { Body, Controller, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import type { Page } from '@portico/contracts/common/page';
import {
  acceptInvitation,
  acceptOwnInvitation,
  createInvitation,
  type Invitation,
  InvitationCreate,
  type InvitationOffer,
  InvitationToken,
  listInvitations,
  listOwnInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from '@portico/contracts/http/invitations';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { AcceptanceService } from './acceptance.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { MailWorker } from './mail-worker.ts';

@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: AcceptanceService,
    private readonly mails: MailWorker,
  ) {}

  @Serve(listInvitations)
  list(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Page<Invitation>> {
    return this.invitations.list(caller, id);
  }

  @Serve(createInvitation)
  async create(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: InvitationCreate }) body: InvitationCreate,
  ): Promise<Invitation> {
    const invitation = await this.invitations.create(caller, id, body);
    this.mails.wake();
    return invitation;
  }

  @Serve(resendInvitation)
  async resend(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Invitation> {
    const invitation = await this.invitations.resend(caller, id);
    this.mails.wake();
    return invitation;
  }

  @Serve(revokeInvitation)
  revoke(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.invitations.revoke(caller, id);
  }

  @Serve(listOwnInvitations)
  listOwn(@CurrentCaller() caller: Caller): Promise<Page<InvitationOffer>> {
    return this.acceptance.listOwn(caller);
  }

  @Serve(readInvitation)
  read(
    @CurrentCaller() caller: Caller,
    @Body({ schema: InvitationToken }) { token }: InvitationToken,
  ): Promise<InvitationOffer> {
    return this.acceptance.read(caller, token);
  }

  @Serve(acceptInvitation)
  accept(
    @CurrentCaller() caller: Caller,
    @Body({ schema: InvitationToken }) { token }: InvitationToken,
  ): Promise<OwnMembership> {
    return this.acceptance.acceptByToken(caller, token);
  }

  @Serve(acceptOwnInvitation)
  acceptOwn(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<OwnMembership> {
    return this.acceptance.acceptOwn(caller, id);
  }
}
