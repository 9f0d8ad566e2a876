import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Polling } from '@portico/service';
import { isRefusedAddress, Mailer } from '@portico/service/mail';
import { ofPostgres } from '@portico/postgres';
import { InvitationMails } from './invitation-mails.ts';
import { MailQueue } from './mail-queue.ts';

/** Poll interval in milliseconds: for mails that other processes queued, and for due retries. */
const POLL = 1_000;

/**
 * Sends the mails of invitations, one after the other. One is marked as sent after the server took it, so a crash sends it
 * twice rather than never, with the same link and message id. A failed one is retried later and holds up no other.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private running: Promise<void> | null = null;
  private readonly polling = new Polling();

  constructor(
    private readonly queue: MailQueue,
    private readonly mails: InvitationMails,
    private readonly mailer: Mailer,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.mailer.isOn) return;
    this.queue.show();
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.polling.end();
    await this.running;
  }

  wake(): void {
    this.polling.wake();
  }

  private run(): Promise<void> {
    return this.polling.work({
      next: () => this.workNext(),
      pause: POLL,
      toError: ofPostgres,
      failed: (error) => this.logger.warn({ error: String(error) }, 'reading the mail queue failed, retrying'),
    });
  }

  /** @returns whether there was a mail. */
  private async workNext(): Promise<boolean> {
    const invitation = await this.queue.take();
    if (!invitation) return false;
    const { id } = invitation;
    // What cannot be written is postponed, too: it must not hold up the others.
    const sending = this.mails.of(invitation).then((mail) => this.mailer.send(mail));
    const failure = await sending.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) await this.queue.markSent(invitation);
    else if (isRefusedAddress(failure.error)) {
      this.logger.warn({ invitation: id }, 'the address of an invitation takes no mail, given up');
      await this.queue.markRefused(invitation, String(failure.error));
    } else {
      this.logger.warn({ invitation: id, error: String(failure.error) }, 'mail failed, postponed');
      await this.queue.postpone(invitation, String(failure.error));
    }
    return true;
  }
}
