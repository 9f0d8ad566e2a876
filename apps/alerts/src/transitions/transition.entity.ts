import { defineEntity, p } from '@mikro-orm/core';
import { MAINTENANCE_KINDS, RULE_KINDS } from '@portico/contracts/http/notices';

const TRANSITION_KINDS = [...RULE_KINDS, ...MAINTENANCE_KINDS] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

const TransitionSchema = defineEntity({
  name: 'Transition',
  tableName: 'transitions',
  properties: {
    id: p.integer().primary(),
    kind: p.enum(TRANSITION_KINDS),
    /** The changed subject, such as `episode:12`, `silence:34`, `rule:5` or `platform`. */
    subject: p.text(),
    organizationId: p.integer().nullable(),
    integrationId: p.integer().nullable(),
    eventName: p.text().nullable(),
    severity: p.text().nullable(),
    at: p.datetime(3),
    createdAt: p.datetime(3),
    snapshot: p.json<Record<string, unknown>>(),
    /** When the transition's notices were planned; null before that. */
    plannedAt: p.datetime(3).nullable(),
    /** Earliest time of the next attempt to plan notices. `planAttempts`: number of failed attempts. */
    planAt: p.datetime(3).defaultRaw('now()'),
    planAttempts: p.integer().default(0),
  },
  indexes: [
    {
      name: 'transitions_unplanned_index',
      expression: 'create index "transitions_unplanned_index" on "transitions" ("id") where "planned_at" is null',
    },
    { name: 'transitions_subject_index', properties: ['subject', 'id'] },
  ],
});

/** A change that rules may report as notices. Written in the transaction of the change; later only planning updates the row. */
export class Transition extends TransitionSchema.class {}
TransitionSchema.setClass(Transition);
