import { defineEntity, p } from '@mikro-orm/core';

const MeterEventSchema = defineEntity({
  name: 'MeterEvent',
  tableName: 'meter_events',
  properties: {
    periodId: p.integer().primary().autoincrement(false),
    /** Version of the period's state whose used count this event reaches; 0 for what Stripe had before the first event. */
    sequence: p.integer().primary().autoincrement(false),
    /** What is added to the sum at Stripe, a whole number. */
    value: p.bigint('string'),
    /** Within the period. */
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

/** A meter event that was sent to Stripe, or is to be. It is written before the call; one of a period waits at a time. */
export class MeterEvent extends MeterEventSchema.class {}
MeterEventSchema.setClass(MeterEvent);
