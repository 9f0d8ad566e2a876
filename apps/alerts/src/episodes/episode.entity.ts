import { defineEntity, p } from '@mikro-orm/core';
import { EPISODE_STATES, type EpisodeState } from '@portico/contracts/events/alerts';

/** What of its events an episode is about: all, one subject, or those subjects that are too many for their own. */
export const EPISODE_SCOPES = ['event', 'subject', 'further'] as const;

/** One live episode a key at most, whatever runs beside each other. */
export const LIVE_INDEX = `create unique index "episodes_live_index" on "episodes"
      ("organization_id", "integration_id", "event_name", "scope", coalesce("subject", ''))
      where "state" in ('open', 'recovering')`;

/** The event with which an episode began, as the events service has it. */
export type FirstFailure = {
  id: string;
  traceId: string;
  timestamp: string;
  message: string | null;
  severity: string;
};

const EpisodeSchema = defineEntity({
  name: 'Episode',
  tableName: 'episodes',
  properties: {
    id: p.integer().primary(),
    organizationId: p.integer(),
    integrationId: p.integer(),
    eventName: p.text(),
    scope: p.enum(EPISODE_SCOPES).default('event'),
    subject: p.text().nullable(),
    state: p.enum(EPISODE_STATES),
    openedAt: p.datetime(3),
    /** By the marks; by the list once `firstFailure` was looked up. */
    firstFailureAt: p.datetime(3),
    lastFailureAt: p.datetime(3),
    lastSuccessAt: p.datetime(3).nullable(),
    /** When a recovering one is over unless an event fails before. */
    closesAt: p.datetime(3).nullable(),
    closedAt: p.datetime(3).nullable(),
    closeReason: p.enum(['recovered', 'expired', 'integration_deleted', 'regrouped'] as const).nullable(),
    flaps: p.integer(),
    flappingAt: p.datetime(3).nullable(),
    acknowledgedBy: p.integer().nullable(),
    acknowledgedAt: p.datetime(3).nullable(),
    assigneeId: p.integer().nullable(),
    note: p.text().nullable(),
    mutedUntil: p.datetime(3).nullable(),
    firstFailure: p.json<FirstFailure>().nullable(),
    /** When the list was asked for the first failure; null until it has answered. */
    lookedUpAt: p.datetime(3).nullable(),
    version: p.integer(),
  },
  indexes: [
    { name: 'episodes_live_index', expression: LIVE_INDEX },
    { name: 'episodes_organization_index', properties: ['organizationId', 'id'] },
    { name: 'episodes_integration_index', properties: ['integrationId', 'id'] },
    {
      name: 'episodes_closes_index',
      expression: `create index "episodes_closes_index" on "episodes" ("closes_at") where "state" = 'recovering'`,
    },
    {
      name: 'episodes_unresolved_index',
      expression: 'create index "episodes_unresolved_index" on "episodes" ("id") where "looked_up_at" is null',
    },
  ],
});

/** Events of one name of one integration fail until one succeeds. */
export class Episode extends EpisodeSchema.class {
  isLive(): boolean {
    return this.state === 'open' || this.state === 'recovering';
  }

  toState(): EpisodeState {
    return {
      id: this.id,
      version: this.version,
      deletedAt: null,
      organizationId: this.organizationId,
      integrationId: this.integrationId,
      eventName: this.eventName,
      subject: this.subject ?? null,
      state: this.state,
      firstFailureAt: this.firstFailureAt.toISOString(),
      lastFailureAt: this.lastFailureAt.toISOString(),
      lastSuccessAt: this.lastSuccessAt?.toISOString() ?? null,
      closedAt: this.closedAt?.toISOString() ?? null,
      flaps: this.flaps,
    };
  }
}
EpisodeSchema.setClass(Episode);
