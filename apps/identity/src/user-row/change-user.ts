import type { EntityManager } from '@mikro-orm/postgresql';
import { userChanged } from '@portico/contracts/events/identity';
import type { UserUpdate } from '@portico/contracts/http/identity';
import type { Outbox } from '@portico/messaging';
import { settleViews } from '../view-owners/view-owners.ts';
import type { User } from './user.entity.ts';

const ADMINS: readonly User['usertype'][] = ['ADMIN', 'SUPER_ADMIN'];

/** Changes a locked user and publishes it, in the caller's transaction. Tokens with the previous e-mail or type become invalid. */
export async function changeUser(em: EntityManager, outbox: Outbox, user: User, fields: UserUpdate): Promise<void> {
  const { email, usertype } = user;
  em.assign(user, fields, { ignoreUndefined: true });
  user.version += 1;
  if (user.email !== email || user.usertype !== usertype) user.accessVersion = user.version;
  if (ADMINS.includes(usertype) && !ADMINS.includes(user.usertype)) user.wasAdminAt = new Date();
  outbox.add(em, userChanged, user.toState());
  await em.flush();
  if (user.usertype !== usertype) await settleViews(em, { userId: user.id });
}
