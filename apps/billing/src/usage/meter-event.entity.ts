import { defineEntity, p } from '@mikro-orm/core';

const MeterEventSchema = defineEntity({
  name: 'MeterEvent',
  tableName: 'meter_events',
  properties: {
    periodId: p.integer().primary().autoincrement(false),
    /** Version of the period's state that this event reports; 0 for the sum that Stripe had before the first event. */
    sequence: p.integer().primary().autoincrement(false),
    /** Whole number that Stripe adds to the period's sum. */
    value: p.bigint('string'),
    /** The event's timestamp in Stripe, within the period. */
    stampedAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    attempts: p.integer().default(0),
    firstAttemptAt: p.datetime(3).nullable(),
    nextAttemptAt: p.datetime(3).defaultRaw('now()'),
    lastError: p.text().nullable(),
    acceptedAt: p.datetime(3).nullable(),
  },
  uniques: [
    {
      name: 'meter_events_waiting_unique',
      expression: `create unique index "meter_events_waiting_unique" on "meter_events" ("period_id") where "accepted_at" is null`,
    },
  ],
});

/** A meter event, written before it is sent to Stripe. At most one event per period is pending. */
export class MeterEvent extends MeterEventSchema.class {}
MeterEventSchema.setClass(MeterEvent);
