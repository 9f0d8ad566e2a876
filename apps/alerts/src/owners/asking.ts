import type { EntityManager } from '@mikro-orm/postgresql';
import { SERVICE_CALLER } from '@portico/service';
import { User } from '../directory/user.entity.ts';
import type { Requester } from '@portico/service/events-api';
import type { Owner } from './owners.ts';

/**
 * Returns the user for whom alerts queries the events service: the owner of a personal row, with the owner's current rights, or null
 * for a deleted owner. Rows of an organization or of the product use the service's own account.
 */
export async function requesterOf(
  em: EntityManager,
  { owner, userId }: { owner: Owner['owner']; userId?: number | null },
): Promise<Requester | null> {
  if (owner !== 'user') return SERVICE_CALLER;
  const user = await em.findOne(User, { id: userId ?? 0, deletedAt: null });
  return user && { id: user.id, email: user.email, usertype: user.usertype, accessVersion: user.accessVersion };
}
