import { defineEntity, p } from '@mikro-orm/core';

const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    startedAt: p.datetime(3),
    /** The current run, or null. */
    holder: p.uuid().nullable(),
    /** When the lease expires without a renewal, by the database's clock. */
    expiresAt: p.datetime(3).nullable(),
  },
});

/** The time of the last comparison with Stripe, and the running process; one row. */
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
