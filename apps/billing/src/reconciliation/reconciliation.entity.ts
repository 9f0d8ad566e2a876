import { defineEntity, p } from '@mikro-orm/core';

const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    startedAt: p.datetime(3),
    /** The run that is under way, in whatever process; null when there is none. */
    holder: p.uuid().nullable(),
    /** By the database's clock: when the holder is taken for dead unless it has renewed. */
    expiresAt: p.datetime(3).nullable(),
  },
});

/** When everything was last compared with Stripe, and who is at it: one row. */
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
