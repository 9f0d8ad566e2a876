import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { leaseOldest, nextAttemptSql } from '@portico/postgres';
import { CONFIG, Loop } from '@portico/service';
import { isRefusedAddress, Mailer, linkMail, type SendMailOptions } from '@portico/service/mail';
import type { IdentityConfig } from '../config.ts';
import { EmailChange } from './email-change.entity.ts';
import { EmailChangeLinks } from './email-change-links.ts';
import { withoutLinks } from '@portico/contracts/common/mailed-name';
import { EMAIL_CHANGE_DAYS } from '@portico/contracts/http/email-changes';

type Part = { productName: string; host: string; link: string };

/** Shortens an address so that its owner still recognizes it, and removes links. */
const shortened = (email: string): string => withoutLinks(email.replace(/^(.).*@/, '$1…@'));

const messageId = ({ id, nonce }: EmailChange, kind: string, host: string): string =>
  `<email-${kind}-${id}-${nonce}@${host}>`;

/** The mail to the new address, whose owner confirms the change. */
const confirmMail = (change: EmailChange, { productName, host, link }: Part): SendMailOptions => ({
  to: change.newEmail,
  messageId: messageId(change, 'confirm', host),
  ...linkMail({
    subject: `Confirm your e-mail address for ${productName}`,
    heading: 'Confirm this e-mail address',
    paragraphs: [
      `Someone wants to log in to ${productName} with this address instead of ${shortened(change.oldEmail)}.`,
      'The change takes effect when you confirm it.',
    ],
    action: 'Confirm this address',
    link,
    notes: [
      `The link works once, for ${EMAIL_CHANGE_DAYS} days.`,
      'If you did not expect this mail, ignore it. The address then stays the same.',
    ],
  }),
});

/** The mail to the old address, whose owner can stop or undo the change. It is sent immediately. */
const noticeMail = (change: EmailChange, { productName, host, link }: Part): SendMailOptions => ({
  to: change.oldEmail,
  messageId: messageId(change, 'notice', host),
  ...linkMail({
    subject: `The e-mail address of your ${productName} account is changing`,
    heading: 'Your e-mail address is changing',
    paragraphs: [
      `${change.requestedAs === 'self' ? 'You' : 'An administrator'} asked to change the e-mail address of your ${productName} account to ${shortened(change.newEmail)}.`,
      'The change takes effect when the new address confirms it.',
    ],
    action: 'This was not me: keep my address',
    link,
    notes: [
      `The link works for ${EMAIL_CHANGE_DAYS} days. After the change, it restores your old address.`,
      'If you expected the change, you do not have to do anything.',
    ],
  }),
});

/** Duration of a mail's lease in seconds. If a process dies or takes longer, another process sends the mail. */
const LEASE = 60;

/** The kinds of mails, in sending order: the old address receives a mail first. */
const KINDS = [
  { column: 'notice_mail_at', isStillDue: 'true', link: 'cancel', write: noticeMail },
  {
    column: 'confirm_mail_at',
    isStillDue: 'canceled_at is null and confirmed_at is null and expires_at > now()',
    link: 'confirm',
    write: confirmMail,
  },
] as const;

/** Sends the mails of committed changes at least once, with retries while the mail server is unavailable. */
@Injectable()
export class EmailChangeWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EmailChangeWorker.name);
  private readonly loop = new Loop({ name: 'sending mails about e-mail changes', next: () => this.workNext() });

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly links: EmailChangeLinks,
    private readonly mailer: Mailer,
  ) {}

  /** Whether mails with valid links can be sent: a mail server and CONSOLE_URL are configured. */
  get isOn(): boolean {
    return this.mailer.isOn && this.config.CONSOLE_URL !== undefined;
  }

  onApplicationBootstrap(): void {
    if (this.isOn) this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /** Sends the next mail whose time has come. @returns whether there was such a mail. */
  private async workNext(): Promise<boolean> {
    for (const kind of KINDS) {
      const change = await this.take(kind);
      if (!change) continue;
      await this.send(change, kind);
      return true;
    }
    return false;
  }

  private async take({ column, isStillDue }: (typeof KINDS)[number]): Promise<EmailChange | null> {
    const queue = { table: 'email_changes', at: column, where: isStillDue, seconds: LEASE };
    return this.em.fork().transactional(async (em) => {
      const id = await leaseOldest(em, queue);
      return id === null ? null : em.findOne(EmailChange, { id });
    });
  }

  private async send(change: EmailChange, { column, link, write }: (typeof KINDS)[number]): Promise<void> {
    const { id } = change;
    const host = new URL(this.config.CONSOLE_URL ?? 'http://localhost').hostname;
    const mail = write(change, { productName: this.config.PRODUCT_NAME, host, link: this.links.linkOf(link, change) });
    const failure = await this.mailer.send(mail).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const em = this.em.fork();
    const isOver = failure === null || isRefusedAddress(failure.error);
    const reason = failure === null ? null : String(failure.error).slice(0, 1_000);
    if (failure !== null)
      this.logger.warn(
        { change: id, error: reason },
        isOver ? 'mail server rejected the address, giving up' : 'sending a mail failed, retrying later',
      );
    if (isOver)
      await em.execute(`update email_changes set ${column} = null, mail_error = ? where id = ?`, [reason, id]);
    else
      await em.execute(
        `update email_changes set mail_attempts = mail_attempts + 1, mail_error = ?, ${column} = ${nextAttemptSql('mail_attempts')}
         where id = ?`,
        [reason, id],
      );
  }
}
