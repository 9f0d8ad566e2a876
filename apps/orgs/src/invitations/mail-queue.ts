import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { cutText } from '@portico/contracts/common/cut-text';
import { leaseOldest, nextAttemptSql, showQueues } from '@portico/postgres';
import { Invitation } from './invitation.entity.ts';

/** Duration of a mail's lease in seconds. If a process dies or takes longer, another process sends the mail. */
const LEASE = 60;

/** SQL: waiting mails of invitations that can still be accepted. */
const WAITING = `mail = 'waiting' and accepted_at is null and revoked_at is null and expires_at > now()`;

/** The queue of committed invitations whose mails are not sent yet. */
@Injectable()
export class MailQueue {
  constructor(private readonly em: EntityManager) {}

  /** Exports a metric: the delay of the mail with the earliest sending time. */
  show(): void {
    showQueues(this.em, {
      'invitation mails': `select min(next_mail_at) from invitations where next_mail_at <= now() and ${WAITING}`,
    });
  }

  /** Leases the mail with the earliest sending time that no other process has leased; null if no sending time has passed. */
  async take(): Promise<Invitation | null> {
    const queue = { table: 'invitations', at: 'next_mail_at', where: WAITING, seconds: LEASE };
    return this.em.fork().transactional(async (em) => {
      const id = await leaseOldest(em, queue);
      return id === null ? null : em.findOne(Invitation, { id });
    });
  }

  async markSent(mail: Invitation): Promise<void> {
    await this.end(mail, 'sent', null);
  }

  /** Marks a mail whose address rejects mail permanently, so that a retry would also fail. */
  async markRefused(mail: Invitation, reason: string): Promise<void> {
    await this.end(mail, 'refused', reason);
  }

  async postpone({ id, nonce }: Invitation, reason: string): Promise<void> {
    await this.em.fork().execute(
      `update invitations set mail_attempts = mail_attempts + 1, mail_error = ?, next_mail_at = ${nextAttemptSql('mail_attempts')}
       where id = ? and nonce = ? and mail = 'waiting'`,
      [cutText(reason, 1_000), id, nonce],
    );
  }

  /** Stores the result of the mail with this nonce. If the invitation was resent meanwhile, the new mail has another nonce and waits. */
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
