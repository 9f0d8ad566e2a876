import { Body, Controller } from '@nestjs/common';
import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailChangeResult,
  EmailChangeToken,
} from '@portico/contracts/http/email-changes';
import { Public, Serve } from '@portico/service';
import { EmailChangesService } from './email-changes.service.ts';

/** Endpoints for anyone who has a link of an e-mail change, signed in or not. */
@Controller()
export class EmailChangesController {
  constructor(private readonly changes: EmailChangesService) {}

  @Public()
  @Serve(confirmEmailChange)
  confirm(@Body({ schema: EmailChangeToken }) { token }: EmailChangeToken): Promise<EmailChangeResult> {
    return this.changes.confirm(token);
  }

  @Public()
  @Serve(cancelEmailChange)
  cancel(@Body({ schema: EmailChangeToken }) { token }: EmailChangeToken): Promise<EmailChangeResult> {
    return this.changes.cancel(token);
  }
}
