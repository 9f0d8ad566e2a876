import { defineEntity, p } from '@mikro-orm/core';
import { type Redrive, RedriveCorrection, RedriveFilter } from '@portico/contracts/http/redrives';
import type { Caller } from '@portico/service';
import { z } from 'zod';

export const Definition = z.object({ filter: RedriveFilter, correction: RedriveCorrection });
export type Definition = z.infer<typeof Definition>;

/** The fields of a caller that determine the caller's correction rights. */
export type Corrector = Pick<Caller, 'id' | 'usertype' | 'accessVersion'>;

/** Seconds after which an unrenewed run counts as interrupted. */
export const LEASE_SECONDS = 15;

/** SQL for the displayed state. An interrupted run waits until a user resumes it. */
export const SHOWN_STATE = `case when state = 'waiting' then 'running'
  when state = 'running' and due_at < now() then 'interrupted' else state end`;

const RedriveRunSchema = defineEntity({
  name: 'RedriveRun',
  tableName: 'redrives',
  properties: {
    id: p.uuid().primary(),
    integrationId: p.integer(),
    organizationId: p.integer(),
    /** Whether the run includes events of every sender and of the shared topic. */
    ofEveryone: p.boolean(),
    /** A {@link Definition} as JSON text, which preserves member order and NUL. */
    definition: p.text(),
    total: p.integer(),
    startedBy: p.integer(),
    /** The user who last started or resumed the run. */
    caller: p.json<Corrector>(),
    state: p.enum(['waiting', 'running', 'paused', 'aborted', 'done'] as const),
    shownState: p.text().$type<Redrive['state']>().formula(SHOWN_STATE),
    /** The reason why the run paused automatically; null otherwise. */
    reason: p.text().nullable(),
    /** Number of the run's last lease. Only the process with this lease executes the run. */
    lease: p.integer().default(0),
    /** For a waiting run, the time since which it waits. For a running run, the time at which its lease ends. */
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
    /** The event's id as a JSON string, because ids may contain NUL. */
    eventId: p.text(),
    outcome: p.text(),
    code: p.text(),
    pointer: p.text(),
    reason: p.text(),
    decidedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The result for one event of a run; `sending` while the run publishes the event. */
export class RedriveOutcome extends RedriveOutcomeSchema.class {}
RedriveOutcomeSchema.setClass(RedriveOutcome);
