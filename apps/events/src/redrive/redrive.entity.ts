import { defineEntity, p } from '@mikro-orm/core';
import { type Redrive, RedriveCorrection, RedriveFilter } from '@portico/contracts/http/redrives';
import type { Caller } from '@portico/service';
import { z } from 'zod';

/** The events of a run, and their correction. */
export const Definition = z.object({ filter: RedriveFilter, correction: RedriveCorrection });
export type Definition = z.infer<typeof Definition>;

/** The part of a caller that decides their correction rights. */
export type Corrector = Pick<Caller, 'id' | 'usertype' | 'accessVersion'>;

/** Seconds after which an unrenewed run counts as interrupted. */
export const LEASE_SECONDS = 15;

/** SQL: the displayed state. No process takes over an interrupted run: a person decides first. */
export const SHOWN_STATE = `case when state = 'waiting' then 'running'
  when state = 'running' and due_at < now() then 'interrupted' else state end`;

const RedriveRunSchema = defineEntity({
  name: 'RedriveRun',
  tableName: 'redrives',
  properties: {
    id: p.uuid().primary(),
    integrationId: p.integer(),
    organizationId: p.integer(),
    /** Includes any sender, and the shared topic. */
    ofEveryone: p.boolean(),
    /** A {@link Definition} as JSON text, which preserves member order and NUL. */
    definition: p.text(),
    total: p.integer(),
    startedBy: p.integer(),
    /** Who last started or resumed it. */
    caller: p.json<Corrector>(),
    state: p.enum(['waiting', 'running', 'paused', 'aborted', 'done'] as const),
    shownState: p.text().$type<Redrive['state']>().formula(SHOWN_STATE),
    /** Why it paused automatically. */
    reason: p.text().nullable(),
    /** Lease number. The process that took the run with it executes the run. */
    lease: p.integer().default(0),
    /** For a waiting run, since when it waits; for a running one, when its lease ends. */
    dueAt: p.datetime(3).defaultRaw('now()'),
    published: p.integer().default(0),
    listed: p.integer().default(0),
    unchanged: p.integer().default(0),
    rejected: p.integer().default(0),
    conflict: p.integer().default(0),
    startedAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [
    { name: 'redrives_due_index', properties: ['dueAt'], where: "state = 'waiting'" },
    { name: 'redrives_started_index', properties: ['startedAt'] },
    {
      name: 'redrives_open_index',
      expression: `create unique index "redrives_open_index" on "redrives" ("integration_id") where "state" not in ('aborted', 'done')`,
    },
  ],
});

/** A run that corrects many rejected events of one integration. An integration has at most one open run. */
export class RedriveRun extends RedriveRunSchema.class {
  get parsed(): Definition {
    return Definition.parse(JSON.parse(this.definition));
  }

  /** @param integration - its name */
  toRedrive(integration: string | null): Redrive {
    const { published, listed, unchanged, rejected, conflict } = this;
    return {
      id: this.id,
      integration_id: this.integrationId,
      integration,
      ...this.parsed,
      state: this.shownState,
      reason: this.reason ?? null,
      total: this.total,
      counts: { published, listed, unchanged, rejected, conflict },
      started_by: this.startedBy,
      started_at: this.startedAt.toISOString(),
      updated_at: this.updatedAt.toISOString(),
    };
  }
}
RedriveRunSchema.setClass(RedriveRun);

const RedriveOutcomeSchema = defineEntity({
  name: 'RedriveOutcome',
  tableName: 'redrive_outcomes',
  properties: {
    run: () => p.manyToOne(RedriveRun).primary().deleteRule('cascade'),
    publishedAt: p.datetime(3).primary(),
    kafkaPartition: p.integer().primary(),
    kafkaOffset: p.bigint('number').primary(),
    sourceId: p.bigint('number'),
    /** A JSON string, because ids may contain NUL. */
    eventId: p.text(),
    outcome: p.text(),
    code: p.text(),
    pointer: p.text(),
    reason: p.text(),
    decidedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The result for one event of a run; `sending` while it is being published. */
export class RedriveOutcome extends RedriveOutcomeSchema.class {}
RedriveOutcomeSchema.setClass(RedriveOutcome);
