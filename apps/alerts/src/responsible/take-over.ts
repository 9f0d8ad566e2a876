import type { EntityManager } from '@mikro-orm/postgresql';
import { type Caller, Problem } from '@portico/service';
import { groupOf, type OwnedRow, noteOwned } from './owner-notices.ts';
import { type OwnedTable, resume } from './settle.ts';

type Row = OwnedRow & { id: number; needsOwnerSince?: Date | null };

/** Makes the caller responsible for a row that the caller may change. Call inside a transaction that has locked the row. */
export async function takeOver(em: EntityManager, caller: Caller, table: OwnedTable, row: Row): Promise<void> {
  const group = groupOf(row);
  Object.assign(row, { responsibleUserId: caller.id, needsOwnerSince: null });
  await em.flush();
  if (table === 'channels') await resume(em, [row]);
  await noteOwned(em, [group]);
}

/** @throws Problem `conflict` for a row that needs a new owner. A row without a responsible person cannot be changed. */
export function requireOwned({ needsOwnerSince }: Pick<Row, 'needsOwnerSince'>, subject: string): void {
  if (needsOwnerSince) throw new Problem('conflict', `${subject} needs a new owner. Take it over first.`);
}
