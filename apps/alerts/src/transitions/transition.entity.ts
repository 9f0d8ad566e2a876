import { defineEntity, p } from '@mikro-orm/core';

const TRANSITION_KINDS = [
  'episode.opened',
  'episode.closed',
  'episode.flapping',
  'integration.silent',
  'integration.back',
  'view.more',
  'view.none',
  'view.over',
  'usage.50',
  'usage.80',
  'usage.100',
  'usage.over',
  'platform.behind',
  'platform.caught_up',
  'maintenance.over',
] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

const TransitionSchema = defineEntity({
  name: 'Transition',
  tableName: 'transitions',
  properties: {
    id: p.integer().primary(),
    kind: p.enum(TRANSITION_KINDS),
    /** Its subject: `episode:12`, `silence:34`, `rule:5`, `platform`. */
    subject: p.text(),
    organizationId: p.integer().nullable(),
    integrationId: p.integer().nullable(),
    eventName: p.text().nullable(),
    severity: p.text().nullable(),
    /** When it happened. */
    at: p.datetime(3),
    createdAt: p.datetime(3),
    /** The data of its message, with the names at that time. */
    snapshot: p.json<Record<string, unknown>>(),
    /** When its notices were planned; null until then. */
    plannedAt: p.datetime(3).nullable(),
    /** When planning may be tried next, and how often it failed. */
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

/** A change that someone may want a notice of. It is written with the change; later only `plannedAt` changes. */
export class Transition extends TransitionSchema.class {}
TransitionSchema.setClass(Transition);
