import { defineEntity, p } from '@mikro-orm/core';

const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    startedAt: p.datetime(3),
  },
});

/** When everything was last compared with Stripe: one row. */
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
