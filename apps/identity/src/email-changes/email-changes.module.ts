import { Module } from '@nestjs/common';
import { Mailer } from '@portico/service/mail';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { EmailChangeLinks } from './email-change-links.ts';
import { EmailChangeWorker } from './email-change-worker.ts';
import { EmailChangesController } from './email-changes.controller.ts';
import { EmailChangesService } from './email-changes.service.ts';

@Module({
  imports: [SessionsModule],
  controllers: [EmailChangesController],
  providers: [EmailChangesService, EmailChangeLinks, EmailChangeWorker, Mailer],
  exports: [EmailChangesService],
})
export class EmailChangesModule {}
