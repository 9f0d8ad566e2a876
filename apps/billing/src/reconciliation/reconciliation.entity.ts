import { defineEntity, p } from '@mikro-orm/core';

const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    startedAt: p.datetime(3),
    /** The current run of any process; null when there is none. */
    holder: p.uuid().nullable(),
    /** By the database's clock: when the lease expires unless it is renewed. */
    expiresAt: p.datetime(3).nullable(),
  },
});

/** When everything was last compared with Stripe, and which process is running: one row. */
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
