import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { isRefusedAddress, Mailer } from '@portico/service/mail';
import { InvitationMails } from './invitation-mails.ts';
import { MailQueue } from './mail-queue.ts';

/**
 * Sends invitation mails one after another. A mail is marked as sent after the server accepted it, so a crash repeats the mail with
 * the same link and message id, and never loses the mail. A failed mail is retried later without delaying other mails.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private readonly loop = new Loop({ name: 'sending invitation mails', next: () => this.workNext() });

  constructor(
    private readonly queue: MailQueue,
    private readonly mails: InvitationMails,
    private readonly mailer: Mailer,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.mailer.isOn) return;
    this.queue.show();
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /** Sends the next mail whose time has come. @returns whether there was such a mail. */
  private async workNext(): Promise<boolean> {
    const invitation = await this.queue.take();
    if (!invitation) return false;
    const { id } = invitation;
    // Writing the mail may also fail. Such a mail is postponed too, so that it does not block other mails.
    const sending = this.mails.of(invitation).then((mail) => this.mailer.send(mail));
    const failure = await sending.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) await this.queue.markSent(invitation);
    else if (isRefusedAddress(failure.error)) {
      this.logger.warn({ invitation: id }, 'mail server rejected the address of an invitation, giving up');
      await this.queue.markRefused(invitation, String(failure.error));
    } else {
      this.logger.warn(
        { invitation: id, error: String(failure.error) },
        'sending an invitation mail failed, retrying later',
      );
      await this.queue.postpone(invitation, String(failure.error));
    }
    return true;
  }
}
