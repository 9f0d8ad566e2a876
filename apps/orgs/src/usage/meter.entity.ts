import { defineEntity, p } from '@mikro-orm/core';
import { MEASURES } from '@portico/contracts/http/event-usage';
import { METER_PERIODS, type Meter as MeterRow } from '@portico/contracts/http/usage';

const MeterSchema = defineEntity({
  name: 'Meter',
  tableName: 'meters',
  properties: {
    lookupKey: p.text().primary(),
    version: p.integer().default(1),
    /** Filter of the counted events in the query language; empty for all events. */
    question: p.text(),
    measure: p.enum(MEASURES),
    field: p.text().nullable(),
    /** Whether events are rejected at the limit. A change applies immediately. */
    hard: p.boolean().default(false),
    period: p.enum(METER_PERIODS).default('month'),
    userId: p.integer(),
    changedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Defines which events an entitlement counts. A change applies from the next period. */
export class Meter extends MeterSchema.class {
  toRow(): MeterRow {
    const { lookupKey, version, question, measure, field, hard, period } = this;
    const changedAt = this.changedAt.toISOString();
    return { lookupKey, version, where: question, measure, ...(field && { field }), hard, period, changedAt };
  }
}
MeterSchema.setClass(Meter);
