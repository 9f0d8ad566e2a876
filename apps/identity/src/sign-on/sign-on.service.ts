import { createHash } from 'node:crypto';
import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { hasAddress } from '@portico/contracts/common/mailed-name';
import type { TokenExchange } from '@portico/contracts/http/identity';
import { Outbox } from '@portico/messaging';
import { audited, Problem } from '@portico/service';
import { Binding } from '../bindings/binding.entity.ts';
import { useOnce } from '../bot-check/used-proof.entity.ts';
import type { Device } from '../sessions/device.ts';
import { type Opened, SessionsService } from '../sessions/sessions.service.ts';
import { changeUser } from '../user-row/change-user.ts';
import { User } from '../user-row/user.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { type Profile, ProviderTokens } from './provider-tokens.ts';

/** The person's name. Mails show names to others, so a name with an address is replaced by the e-mail's part before the @. */
const nameOf = ({ name, email }: Profile): string => {
  if (name !== undefined && name.trim() !== '' && !hasAddress(name)) return name;
  return (
    email
      .replace(/@.*$/, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || 'Unnamed'
  );
};

/** An id with the length of a UUID: the first 32 hex digits of the text's SHA-256. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const PROVIDER = { kind: 'service', id: null, email: 'OpenID provider', role: null } as const;
const MINUTE = 60_000;
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * Exchanges the identity provider's token for a product token. Issuer and subject identify the account (OpenID Connect Core 5.7). The first
 * sign-on binds them to the account with the verified e-mail; later sign-ons do not look up an account by e-mail.
 */
@Injectable()
export class SignOnService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly provider: ProviderTokens,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
  ) {}

  async exchange({ token, email }: TokenExchange, device: Device): Promise<Opened> {
    const profile = await this.provider.profile(token);
    if (profile.email !== email) throw new Problem('email_mismatch', 'The e-mail does not match your sign-in');
    if (!profile.isVerified) throw new Problem('email_not_verified', 'Please verify your e-mail address first');
    const user = await this.accountOf(profile).catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return this.accountOf(profile); // a concurrent sign-on has created the account or binding
    });
    named(user);
    const opened = await this.sessions.start(user, profile, device);
    await this.note(profile);
    return opened;
  }

  /**
   * Ends sessions on behalf of the provider. A logout token works once.
   * @throws Problem `malformed_request` for an invalid or used token.
   */
  async endByProvider(token: string): Promise<void> {
    const { issuer, subject, sid, jti, expiresAt } = await this.provider.logout(token);
    await this.em.fork().transactional(async (em) => {
      if (!(await useOnce(em, idOf(`${issuer} ${jti}`), expiresAt)))
        throw new Problem('malformed_request', 'The logout token has been used');
      audited({ actor: PROVIDER });
      const binding = subject === undefined ? null : await em.findOne(Binding, { issuer, subject });
      if (subject !== undefined && !binding) return;
      const users = await this.sessions.endByProvider(em, issuer, { userId: binding?.userId, sid });
      audited({ targets: users.map((id) => `user:${id}`) });
    });
  }

  /** Records the account's last sign-on, with at most one write per minute. */
  private async note({ issuer, subject }: Profile): Promise<void> {
    const now = new Date();
    const before = new Date(now.getTime() - MINUTE);
    const isDue = { $or: [{ signedOnAt: null }, { signedOnAt: { $lt: before } }] };
    await this.em.fork().nativeUpdate(Binding, { issuer, subject, ...isDue }, { signedOnAt: now });
  }

  /** Finds or creates the account. Needs no write if the subject is bound and its e-mail is unchanged. */
  private async accountOf(profile: Profile): Promise<User> {
    const { issuer, subject, email } = profile;
    const em = this.em.fork();
    const binding = await em.findOne(Binding, { issuer, subject });
    const user = binding?.email === email ? await em.findOne(User, { id: binding.userId }) : null;
    return user ?? em.fork().transactional(async (inner) => named(await this.follow(inner, profile)));
  }

  /** Copies an address that changed at the provider to the account. An address that changed only in Portico stays. */
  private async follow(em: EntityManager, profile: Profile): Promise<User> {
    const { issuer, subject, email } = profile;
    const binding = await em.findOne(Binding, { issuer, subject });
    const user = binding && (await em.findOne(User, { id: binding.userId }, LOCKED));
    if (!user) return this.bind(em, profile); // the account was deleted or its sign-on reset meanwhile
    if (user.email !== email) {
      if ((await em.count(User, { email })) > 0)
        throw new Problem(
          'email_taken',
          `Your e-mail address is now ${email}, which another account has. Ask an administrator to change that account.`,
        );
      await changeUser(em, this.outbox, user, { email });
    }
    await em.nativeUpdate(Binding, { issuer, subject }, { email });
    return user;
  }

  /** Handles a subject's first sign-on: binds the existing account with this e-mail, or creates and binds a LEAD. */
  private async bind(em: EntityManager, profile: Profile): Promise<User> {
    const { issuer, subject, email } = profile;
    const known = await em.findOne(User, { email }, LOCKED);
    const bound = known && (await em.findOne(Binding, { issuer, userId: known.id }));
    if (known && bound?.subject === subject) return known; // a concurrent sign-on was faster
    if (bound)
      throw new Problem(
        'email_taken',
        'The account with this e-mail address belongs to another sign-in. If it is yours, ask an administrator to reset its sign-on.',
      );
    const user = known ?? (await this.users.insert(em, { name: nameOf(profile), email, usertype: 'LEAD' }));
    await em.persist(em.create(Binding, { issuer, subject, userId: user.id, email })).flush();
    return user;
  }
}

/** Records the user as the audit entry's actor. Call it before the first transaction commits, because that commit writes the entry. */
function named(user: User): User {
  const { id, email, usertype: role } = user;
  audited({ actor: { kind: 'user', id, email, role }, targets: [`user:${id}`] });
  return user;
}
