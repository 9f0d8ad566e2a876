import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { cutText } from '@portico/contracts/common/cut-text';
import { showQueues } from '@portico/postgres';
import { Invitation } from './invitation.entity.ts';

/** Seconds of a mail's lease; a process that was killed, or takes longer, loses it to another. */
const LEASE = 60;
/** Longest pause between two attempts, in seconds; it starts at two and doubles. */
const LONGEST_PAUSE = 600;

/** Mails that are due, of invitations that can be accepted. */
const DUE = `next_mail_at <= now() and mail = 'waiting'
  and accepted_at is null and revoked_at is null and expires_at > now()`;

/** Mails of invitations that were committed and are not sent yet. */
@Injectable()
export class MailQueue {
  constructor(private readonly em: EntityManager) {}

  /** Shows Prometheus how long the mail that is due longest has waited since. */
  show(): void {
    showQueues(this.em, { 'invitation mails': `select min(next_mail_at) from invitations where ${DUE}` });
  }

  /** Leases the oldest one that is due. Other processes take others. */
  async take(): Promise<Invitation | null> {
    return this.em.fork().transactional(async (em) => {
      const [due] = await em.execute<{ id: number }[]>(
        `update invitations set next_mail_at = now() + make_interval(secs => ${LEASE}) where id = (
           select id from invitations where ${DUE} order by next_mail_at, id limit 1 for update skip locked)
         returning id`,
      );
      return due ? em.findOne(Invitation, { id: due.id }) : null;
    });
  }

  async markSent(mail: Invitation): Promise<void> {
    await this.end(mail, 'sent', null);
  }

  /** The address takes no mail: another attempt would be refused, too. */
  async markRefused(mail: Invitation, reason: string): Promise<void> {
    await this.end(mail, 'refused', reason);
  }

  async postpone({ id, nonce }: Invitation, reason: string): Promise<void> {
    await this.em.fork().execute(
      `update invitations set mail_attempts = mail_attempts + 1, mail_error = ?,
         next_mail_at = now() + make_interval(secs => least(power(2, least(mail_attempts + 1, 20)), ${LONGEST_PAUSE}))
       where id = ? and nonce = ? and mail = 'waiting'`,
      [cutText(reason, 1_000), id, nonce],
    );
  }

  /** An invitation that was sent again meanwhile has another link, whose mail is still to be sent. */
  private async end({ id, nonce }: Invitation, mail: 'sent' | 'refused', reason: string | null): Promise<void> {
    await this.em
      .fork()
      .execute('update invitations set mail = ?, mail_error = ?, next_mail_at = null where id = ? and nonce = ?', [
        mail,
        reason === null ? null : cutText(reason, 1_000),
        id,
        nonce,
      ]);
  }
}
