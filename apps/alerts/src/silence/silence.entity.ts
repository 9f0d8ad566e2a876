import { defineEntity, p } from '@mikro-orm/core';
import { type Expectation, SILENCE_STATES } from '@portico/contracts/http/silence';

const LEARNED_KINDS = ['learning', 'regular', 'irregular'] as const;

/** A period in ISO 8601. */
export type StoredSpan = { from: string; to: string };
type NormalGap = StoredSpan & { at: string; by: number };

const SilenceSchema = defineEntity({
  name: 'Silence',
  tableName: 'silence',
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
    integrationId: p.integer(),
    state: p.enum(SILENCE_STATES),
    since: p.datetime(3),
    zone: p.text(),
    learnedKind: p.enum(LEARNED_KINDS).nullable(),
    profile: p.json<number[]>().nullable(),
    threshold: p.double().$type<number>().nullable(),
    learnedAt: p.datetime(3).nullable(),
    relearnAt: p.datetime(3),
    lastArrivalAt: p.datetime(3).nullable(),
    /** Start of the current gap: the last arrival, or a later time from which events were expected. */
    countedFrom: p.datetime(3).nullable(),
    quietAt: p.datetime(3).nullable(),
    dueAt: p.datetime(3).nullable(),
    /** When the sweep next checks the row, unless an event arrives earlier. */
    nextAt: p.datetime(3).nullable(),
    expectation: p.json<Expectation>(),
    pausedUntil: p.datetime(3).nullable(),
    normal: p.json<NormalGap[]>(),
    /** Silences and pauses of recent weeks, which learning ignores. */
    unusual: p.json<StoredSpan[]>(),
    version: p.integer(),
  },
  uniques: [{ name: 'silence_key_unique', properties: ['organizationId', 'integrationId'] }],
  indexes: [
    {
      name: 'silence_next_index',
      expression: 'create index "silence_next_index" on "silence" ("next_at") where "next_at" is not null',
    },
    { name: 'silence_relearn_index', properties: ['relearnAt'] },
    { name: 'silence_integration_index', properties: ['integrationId'] },
    {
      name: 'silence_missed_index',
      expression: `create index "silence_missed_index" on "silence" ("organization_id") where "state" in ('quiet', 'silent')`,
    },
  ],
});

/** The usual traffic of an integration, and whether the integration is silent. */
export class Silence extends SilenceSchema.class {}
SilenceSchema.setClass(Silence);
