import { Module } from '@nestjs/common';
import { Mailer } from '@portico/service/mail';
import { MembershipsModule } from '../memberships/memberships.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AcceptanceService } from './acceptance.service.ts';
import { InvitationLinks } from './invitation-links.ts';
import { InvitationMails } from './invitation-mails.ts';
import { InvitationsController } from './invitations.controller.ts';
import { InvitationsService } from './invitations.service.ts';
import { MailQueue } from './mail-queue.ts';
import { MailWorker } from './mail-worker.ts';

@Module({
  imports: [MembershipsModule, UsersModule],
  controllers: [InvitationsController],
  providers: [InvitationsService, AcceptanceService, InvitationLinks, InvitationMails, Mailer, MailQueue, MailWorker],
  exports: [InvitationsService],
})
export class InvitationsModule {}
