import { defineEntity, p } from '@mikro-orm/core';

const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    startedAt: p.datetime(3),
    /** Id of the current run; null if no run is active. */
    holder: p.uuid().nullable(),
    /** The time at which the lease expires without a renewal, by the database's clock. */
    expiresAt: p.datetime(3).nullable(),
  },
});

/** The start of the last reconciliation, and the lease of the current run. The table has one row. */
export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
