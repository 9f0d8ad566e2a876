import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { EMAIL_CHANGE_DAYS, type EmailChangeResult } from '@portico/contracts/http/email-changes';
import { Outbox } from '@portico/messaging';
import { countSending, hostOf, hourlyLimits } from '@portico/postgres/sendings';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { changeUser } from '../user-row/change-user.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { User } from '../user-row/user.entity.ts';
import { EmailChange } from './email-change.entity.ts';
import { EmailChangeLinks, hashOf } from './email-change-links.ts';
import { EmailChangeWorker } from './email-change-worker.ts';

const LIFETIME = EMAIL_CHANGE_DAYS * 24 * 60 * 60 * 1_000;

const limit = hourlyLimits('email-change', { person: 20, address: 5, host: 100 });

const TOO_MANY = 'You asked for too many e-mail changes within an hour. Please try again later.';
const OVER = 'This link has expired or has already been used. Ask for the change again.';
const TAKEN = 'A user with this email exists already';

/** Changes e-mail addresses. The new address confirms a change, and the old address cancels or undoes it. */
@Injectable()
export class EmailChangesService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly links: EmailChangeLinks,
    private readonly worker: EmailChangeWorker,
    private readonly sessions: SessionsService,
  ) {}

  /** Returns the pending e-mail addresses by user id. */
  async pendingOf(em: EntityManager, userIds: readonly number[]): Promise<Map<number, string>> {
    const open = { confirmedAt: null, canceledAt: null, expiresAt: { $gt: new Date() } };
    const changes = await em.find(EmailChange, { userId: { $in: [...userIds] }, ...open });
    return new Map(changes.map(({ userId, newEmail }) => [userId, newEmail]));
  }

  /**
   * Requests a change, and cancels the user's earlier request. Call it inside a transaction that has locked the user.
   * @returns true if a super admin requests the change and no mail can be sent. The calling method must then change the address
   * immediately.
   * @throws Problem `forbidden`, `conflict`, `already_exists`, `rate_limited`.
   */
  async request(em: EntityManager, caller: Caller, user: User, newEmail: string): Promise<boolean> {
    const isOwn = user.id === caller.id;
    const isSuperAdmin = caller.usertype === 'SUPER_ADMIN';
    if (!isOwn && user.isProtected() && !isSuperAdmin)
      throw Problem.forbidden('Only a super admin can change the e-mail of an administrator');
    // Only administrators may learn that an address already has an account.
    if (callerIsAdmin(caller) && (await em.count(User, { email: newEmail })) > 0) throw taken();
    if (!this.worker.isOn) {
      if (isOwn) throw Problem.forbidden('You cannot change the e-mail that you sign in with');
      if (isSuperAdmin) return true;
      throw new Problem('conflict', 'No mail server is configured. Ask a super admin to change the e-mail.');
    }
    const host = hostOf(newEmail);
    await countSending(em, [
      limit('person', String(caller.id), TOO_MANY),
      limit('address', newEmail, TOO_MANY),
      ...(host === hostOf(caller.email) ? [] : [limit('host', host, TOO_MANY)]),
    ]);
    await em.nativeUpdate(
      EmailChange,
      { userId: user.id, confirmedAt: null, canceledAt: null },
      { canceledAt: new Date() },
    );
    const now = new Date();
    em.persist(
      em.create(EmailChange, {
        userId: user.id,
        oldEmail: user.email,
        newEmail,
        requestedBy: caller.id,
        requestedAs: isOwn ? 'self' : isSuperAdmin ? 'super_admin' : 'admin',
        requestedAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME),
        ...this.links.renew(),
        noticeMailAt: now,
        confirmMailAt: now,
      }),
    );
    await em.flush();
    return false;
  }

  /** Wakes the mail worker. Call it after the transaction of `request` has committed. */
  wake(): void {
    this.worker.wake();
  }

  /**
   * Confirms a change with the token from the mail to the new address.
   * @throws Problem `not_found`, `conflict`.
   */
  confirm(token: string): Promise<EmailChangeResult> {
    return this.settle({ confirmHash: hashOf(token) }, async (em, change, user) => {
      if (!change.isPending() || user.email !== change.oldEmail) throw new Problem('not_found', OVER);
      if (change.requestedAs === 'admin' && user.isProtected())
        throw new Problem(
          'conflict',
          'This person is now an administrator. Only a super admin can ask for the change.',
        );
      await changeUser(em, this.outbox, user, { email: change.newEmail });
      change.confirmedAt = new Date();
      return 'confirmed';
    });
  }

  /**
   * Cancels a change with the token from the mail to the old address, before or after the confirmation.
   * @throws Problem `not_found`, `conflict`.
   */
  cancel(token: string): Promise<EmailChangeResult> {
    return this.settle({ cancelHash: hashOf(token) }, async (em, change, user) => {
      if (change.expiresAt.getTime() <= Date.now()) throw new Problem('not_found', OVER);
      if (change.canceledAt) return 'canceled';
      change.canceledAt = new Date();
      change.confirmMailAt = null;
      if (!change.confirmedAt) return 'canceled';
      if (user.email !== change.newEmail)
        throw new Problem('conflict', 'Someone changed the e-mail address again in the meantime');
      await changeUser(em, this.outbox, user, { email: change.oldEmail });
      // Ends all sessions, because some may have been started with the new address.
      await this.sessions.endAllOf(em, user.id);
      return 'restored';
    });
  }

  /** Deletes the user's changes, in the transaction that deletes the user. */
  async endAll(em: EntityManager, userId: number): Promise<void> {
    await em.nativeDelete(EmailChange, { userId });
  }

  /** Locks the user and then the change, in the order that every writer uses, and runs `work`. */
  private async settle(
    which: { confirmHash: string } | { cancelHash: string },
    work: (em: EntityManager, change: EmailChange, user: User) => Promise<EmailChangeResult['state']>,
  ): Promise<EmailChangeResult> {
    const settling = this.em.fork().transactional(async (em) => {
      const found = await em.findOne(EmailChange, which);
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
      const user = found && (await em.findOne(User, { id: found.userId }, lock));
      const change = user && (await em.findOne(EmailChange, which, { ...lock, refresh: true }));
      if (!user || !change) throw new Problem('not_found', OVER);
      const state = await work(em, change, user);
      await em.flush();
      return { state, email: user.email };
    });
    return settling.catch((error: unknown) => {
      throw error instanceof UniqueConstraintViolationException ? taken(error) : error;
    });
  }
}

const taken = (cause?: unknown): Problem =>
  new Problem('already_exists', TAKEN, [{ pointer: '/email', message: TAKEN }], { cause });
