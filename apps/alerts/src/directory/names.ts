import type { EntityManager } from '@mikro-orm/postgresql';
import { Organization } from '@portico/messaging';
import { Integration } from './integration.entity.ts';
import { User } from './user.entity.ts';

type Id = number | null | undefined;
export type Names = ReadonlyMap<Id, string>;
type Named = typeof Organization | typeof Integration | typeof User;

/** Loads the current names of rows. The result omits unknown ids and deleted accounts, whose name is empty. */
export async function namesOf(em: EntityManager, entity: Named, ids: readonly Id[]): Promise<Names> {
  const known = new Set(ids.filter((id) => id !== null && id !== undefined));
  if (known.size === 0) return new Map();
  const rows: { id: number; name: string }[] = await em.find<{ id: number; name: string }>(entity, {
    id: { $in: [...known] },
  });
  return new Map(rows.filter(({ name }) => entity !== User || name !== '').map(({ id, name }) => [id, name]));
}
