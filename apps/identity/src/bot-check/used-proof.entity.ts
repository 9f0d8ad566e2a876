import { defineEntity, p } from '@mikro-orm/core';

const UsedProofSchema = defineEntity({
  name: 'UsedProof',
  tableName: 'used_proofs',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3).index('used_proofs_expires_at_index'),
  },
});

/** A proof that has let a public form through, kept until it would not be accepted any more anyway. */
export class UsedProof extends UsedProofSchema.class {}
UsedProofSchema.setClass(UsedProof);
