import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

const UsedProofSchema = defineEntity({
  name: 'UsedProof',
  tableName: 'used_proofs',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3).index('used_proofs_expires_at_index'),
  },
});

/** The id of a used proof or of a used logout token of the provider. The row stays until the proof or token expires. */
export class UsedProof extends UsedProofSchema.class {}
UsedProofSchema.setClass(UsedProof);

/** Consumes an id in the caller's transaction. @returns false if the id was used before. */
export async function useOnce(em: EntityManager, id: string, expiresAt: Date): Promise<boolean> {
  await em.execute('delete from used_proofs where expires_at < now()');
  const inserted = await em.execute<unknown[]>(
    'insert into used_proofs (id, expires_at) values (?, ?) on conflict do nothing returning id',
    [id, expiresAt],
  );
  return inserted.length > 0;
}
