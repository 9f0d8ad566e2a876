import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { User } from './user.entity.ts';

@Injectable()
export class UsersService {
  async byId(em: EntityManager, ids: readonly number[]): Promise<Map<number, User>> {
    const users = ids.length > 0 ? await em.find(User, { id: { $in: [...ids] } }) : [];
    return new Map(users.map((user) => [user.id, user]));
  }

  /**
   * Locks these users until the caller's transaction ends, so that no membership is created for a user who is deleted meanwhile.
   * An unknown user gets a row to lock. Every writer locks users in the order of their ids, and before organizations.
   * @returns the ids of deleted users.
   */
  async hold(em: EntityManager, ids: readonly number[]): Promise<Set<number>> {
    const sorted = ids.toSorted((a, b) => a - b);
    if (sorted.length === 0) return new Set();
    await em.execute(
      `insert into users (id, version) select id, 0 from unnest(?::int[]) as id order by id on conflict do nothing`,
      [`{${sorted.join(',')}}`],
    );
    const users = await em.find(
      User,
      { id: { $in: sorted } },
      { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } },
    );
    return new Set(users.filter(({ deletedAt }) => deletedAt).map(({ id }) => id));
  }
}
