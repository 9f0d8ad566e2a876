import type { EntityManager } from '@mikro-orm/postgresql';
import { SERVICE_CALLER } from '@portico/service';
import { User } from '../directory/user.entity.ts';
import type { Asking } from '@portico/service/events-api';
import type { Owner } from './owners.ts';

/**
 * Who asks the events service for what is of an owner: a person with their own rights of now, null when there is none any more.
 * What is an organization's is asked of that organization alone, which the question says.
 */
export async function askingOf(
  em: EntityManager,
  { owner, userId }: { owner: Owner['owner']; userId?: number | null },
): Promise<Asking | null> {
  if (owner !== 'user') return SERVICE_CALLER;
  const user = await em.findOne(User, { id: userId ?? 0, deletedAt: null });
  return user && { id: user.id, email: user.email, usertype: user.usertype, accessVersion: user.accessVersion };
}
