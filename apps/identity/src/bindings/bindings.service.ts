import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { userChanged } from '@portico/contracts/events/identity';
import { Outbox } from '@portico/messaging';
import { type Caller, CONFIG, Problem } from '@portico/service';
import type { IdentityConfig } from '../config.ts';
import type { User } from '../user-row/user.entity.ts';
import { Binding } from './binding.entity.ts';

@Injectable()
export class BindingsService {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly outbox: Outbox,
  ) {}

  /** The bindings of accounts at the current provider, by user. */
  async ofUsers(em: EntityManager, userIds: readonly number[]): Promise<Map<number, Binding>> {
    const { OIDC_ISSUER: issuer } = this.config;
    if (issuer === undefined) return new Map();
    const bindings = await em.find(Binding, { userId: { $in: [...userIds] }, issuer });
    return new Map(bindings.map((binding) => [binding.userId, binding]));
  }

  /**
   * Deletes the user's bindings to subjects of the OpenID provider. Call it inside a transaction that has locked the user. The user's
   * tokens become invalid, and the next sign-on with the user's verified e-mail creates a new binding.
   * @throws Problem `forbidden` for oneself, and for administrators unless the caller is a super admin.
   */
  async reset(em: EntityManager, caller: Caller, user: User): Promise<void> {
    if (user.id === caller.id) throw Problem.forbidden('You cannot reset your own sign-on');
    if (user.isProtected() && caller.usertype !== 'SUPER_ADMIN')
      throw Problem.forbidden('Only a super admin can reset the sign-on of an administrator');
    await this.endAll(em, user.id);
    user.version += 1;
    user.accessVersion = user.version;
    this.outbox.add(em, userChanged, user.toState());
    await em.flush();
  }

  /** Deletes the user's bindings, in the transaction that deletes the user. */
  async endAll(em: EntityManager, userId: number): Promise<void> {
    await em.nativeDelete(Binding, { userId });
  }
}
