import { defineEntity, p } from '@mikro-orm/core';

const UsedProofSchema = defineEntity({
  name: 'UsedProof',
  tableName: 'used_proofs',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3).index('used_proofs_expires_at_index'),
  },
});

/** A used proof, stored until it expires. */
export class UsedProof extends UsedProofSchema.class {}
UsedProofSchema.setClass(UsedProof);
