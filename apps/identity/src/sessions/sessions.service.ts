import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { isAdmin, TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import { sessionEnded } from '@portico/contracts/events/identity';
import type { Session } from '@portico/contracts/http/identity';
import { MAX_SESSIONS, type SessionRow } from '@portico/contracts/http/sessions';
import { Outbox } from '@portico/messaging';
import { CONFIG, Problem } from '@portico/service';
import { Binding } from '../bindings/binding.entity.ts';
import type { IdentityConfig } from '../config.ts';
import { TokensService } from '../tokens/tokens.service.ts';
import { User } from '../user-row/user.entity.ts';
import type { Device } from './device.ts';
import { cookieHeader, fits, hashOf, newSecret, readCookie, type SessionCookie } from './session-cookie.ts';
import { SignedIn } from './session.entity.ts';

const HOUR = 3_600_000;

type SignInFacts = { issuer: string; isMultiFactor: boolean; sid: string | null };
/** Selects the sessions that the provider ends: by user, by the provider's session id (`sid`), or by both. */
type EndedByProvider = { userId: number | undefined; sid: string | undefined };
/** A started or renewed session. `cookie` is a Set-Cookie header. */
export type Opened = { session: Session; cookie: string };

/**
 * Sessions of signed-in users. A browser renews its product token with the secret in a cookie that neither scripts nor other sites can
 * read. Each token names its session, and every service rejects tokens of an ended session.
 */
@Injectable()
export class SessionsService {
  private readonly idle: number;
  private readonly lifetime: number;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly tokens: TokensService,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    this.idle = config.SESSION_IDLE_HOURS * HOUR;
    this.lifetime = config.SESSION_MAX_HOURS * HOUR;
  }

  /** Starts a session. @throws Problem `mfa_required` */
  async start(user: User, { issuer, isMultiFactor, sid }: SignInFacts, device: Device): Promise<Opened> {
    this.requireFactors(user, isMultiFactor);
    const em = this.em.fork();
    const secret = newSecret();
    const facts = { issuer, providerSid: sid, isMultiFactor, ...device };
    const row = em.create(SignedIn, { userId: user.id, secretHash: hashOf(secret), ...facts });
    await em.persist(row).flush();
    await em.nativeDelete(SignedIn, { startedAt: { $lt: new Date(Date.now() - this.lifetime) } });
    return this.opened(user, row, { id: row.id, secret });
  }

  /**
   * Returns a new token for the session in the cookie. An ended session has no row, so it cannot be renewed.
   * @throws Problem `unauthenticated` without a cookie, `session_ended`, `mfa_required`
   */
  async renew(cookieText: string | undefined, device: Device): Promise<Opened> {
    const cookie = readCookie(this.config.API_URL, cookieText);
    if (cookie === null) throw Problem.unauthenticated('There is no session to renew. Please sign in again.');
    const em = this.em.fork();
    const row = await em.findOne(SignedIn, { id: cookie.id });
    if (!row || !fits(cookie.secret, row.secretHash)) throw ended('Your session was ended.');
    const now = new Date();
    if (now.getTime() - row.startedAt.getTime() >= this.lifetime)
      throw ended(`Your session has ended: it began more than ${inWords(this.lifetime)} ago.`);
    if (now.getTime() - row.lastUsedAt.getTime() >= this.idle)
      throw ended(`Your session has ended: it was not used for ${inWords(this.idle)}.`);
    const user = await em.findOne(User, { id: row.userId });
    if (!user) throw ended('Your session was ended.');
    this.requireFactors(user, row.isMultiFactor);
    const used = await em.nativeUpdate(SignedIn, { id: row.id }, { lastUsedAt: now, ...device });
    if (used === 0) throw ended('Your session was ended.');
    await em.nativeUpdate(Binding, { userId: user.id, issuer: row.issuer }, { signedOnAt: now });
    return this.opened(user, row, cookie);
  }

  /** Ends the session in the cookie and the session of the caller's token. A cookie with a wrong secret has no effect. */
  async signOut(cookieText: string | undefined, session: number | undefined): Promise<string> {
    const cookie = readCookie(this.config.API_URL, cookieText);
    await this.em.fork().transactional(async (em) => {
      const row = cookie && (await em.findOne(SignedIn, { id: cookie.id }));
      const ids = [
        ...(row && cookie && fits(cookie.secret, row.secretHash) ? [row.id] : []),
        ...(session ? [session] : []),
      ];
      await this.end(em, { id: { $in: ids } });
    });
    return cookieHeader(this.config.API_URL, null);
  }

  async list(userId: number, current: number | undefined): Promise<SessionRow[]> {
    const now = Date.now();
    const rows = await this.em.fork().find(
      SignedIn,
      {
        userId,
        startedAt: { $gt: new Date(now - this.lifetime) },
        lastUsedAt: { $gt: new Date(now - this.idle) },
      },
      { orderBy: { lastUsedAt: 'desc', id: 'desc' }, limit: MAX_SESSIONS },
    );
    return rows.map(({ id, device, address, startedAt, lastUsedAt, issuer }) => ({
      id,
      device,
      address,
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      signedInBy: issuer,
      isCurrent: id === current,
    }));
  }

  /** The user of a session, or the administrator who uses it to view an organization; null if the session has ended. */
  async ownerOf(id: number): Promise<number | null> {
    const row = await this.em.fork().findOne(SignedIn, { id });
    return row === null ? null : (row.actorId ?? row.userId);
  }

  /** @throws Problem `not_found` if the session has already ended. */
  async endOne(id: number): Promise<void> {
    const count = await this.em.fork().transactional((em) => this.end(em, { id }));
    if (count === 0) throw notFound();
  }

  /** @param except - id of a session that does not end. */
  endAll(userId: number, except?: number): Promise<number> {
    return this.em.fork().transactional((em) => this.endAllOf(em, userId, except));
  }

  /** Ends the user's sessions, and the views of organizations by this user, in the caller's transaction. */
  endAllOf(em: EntityManager, userId: number, except?: number): Promise<number> {
    return this.end(em, {
      $or: [{ userId }, { actorId: userId }],
      ...(except !== undefined && { id: { $ne: except } }),
    });
  }

  /** Ends an administrator's views of organizations, in the transaction in which the user loses the role. */
  endViewsOf(em: EntityManager, actorId: number): Promise<number> {
    return this.end(em, { actorId });
  }

  /**
   * Ends sessions for the provider, in the caller's transaction. If both fields are given, also ends the user's sessions without a `sid`.
   * Also ends the views of organizations by these users.
   * @returns the ids of the users whose sessions ended.
   */
  async endByProvider(em: EntityManager, issuer: string, { userId, sid }: EndedByProvider): Promise<number[]> {
    const which = {
      issuer,
      ...(userId !== undefined && { userId }),
      ...(sid !== undefined &&
        (userId === undefined ? { providerSid: sid } : { $or: [{ providerSid: sid }, { providerSid: null }] })),
    };
    const users = new Set((await em.find(SignedIn, which)).map((row) => row.userId));
    await this.end(em, { $or: [which, { actorId: { $in: [...users] } }] });
    return [...users];
  }

  /** Locks the rows, so that only one of two concurrent callers publishes the end of a session. */
  private async end(em: EntityManager, which: Parameters<typeof em.find<SignedIn>>[1]): Promise<number> {
    const rows = await em.find(SignedIn, which, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
    const deletedAt = new Date().toISOString();
    for (const row of rows) {
      this.outbox.add(em, sessionEnded, { id: row.id, version: 1, deletedAt, userId: row.userId });
      em.remove(row);
    }
    await em.flush();
    return rows.length;
  }

  private requireFactors(user: User, isMultiFactor: boolean): void {
    if (this.config.REQUIRE_MFA_FOR_ADMINS && isAdmin(user.usertype) && !isMultiFactor)
      throw new Problem('mfa_required', 'Administrators sign in with a second factor. Please sign in again with it.');
  }

  /** Signs the token and the cookie. Both expire no later than the session. */
  private async opened(user: User, row: SignedIn, cookie: SessionCookie): Promise<Opened> {
    const left = Math.ceil((row.startedAt.getTime() + this.lifetime - Date.now()) / 1_000);
    const seconds = Math.max(1, Math.min(TOKEN_LIFETIME, left));
    const accessToken = await this.tokens.sign(user, row.id, seconds);
    return {
      session: { accessToken, user: user.toRow() },
      cookie: cookieHeader(this.config.API_URL, cookie, Math.max(1, left)),
    };
  }
}

export const notFound = (): Problem => Problem.notFound('The session');
const ended = (reason: string): Problem => new Problem('session_ended', `${reason} Please sign in again.`);

/** Formats a duration in words, such as `12 hours` or `7 days`. */
function inWords(ms: number): string {
  const hours = Math.round((ms / HOUR) * 10) / 10;
  const [count, unit] = hours >= 48 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
