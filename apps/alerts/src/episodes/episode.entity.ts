import { defineEntity, p } from '@mikro-orm/core';
import { EPISODE_STATES, type EpisodeState } from '@portico/contracts/events/alerts';

/**
 * The events that an episode covers: all events of a name, the events of one subject, or the events of all subjects without an episode of
 * their own.
 */
const EPISODE_SCOPES = ['event', 'subject', 'further'] as const;

/** Ensures one live episode per key, even with concurrent writers. */
export const LIVE_INDEX = `create unique index "episodes_live_index" on "episodes"
      ("organization_id", "integration_id", "event_name", "scope", coalesce("subject", ''))
      where "state" in ('open', 'recovering')`;

/** Index for the first-failure lookups of the previous release. This release adds no rows to the index. */
export const LOOKUP_INDEX =
  'create index "episodes_lookup_index" on "episodes" ("lookup_at", "id") where "looked_up_at" is null';

type FirstFailure = {
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
    firstFailureAt: p.datetime(3),
    lastFailureAt: p.datetime(3),
    lastSuccessAt: p.datetime(3).nullable(),
    /** When a recovering episode closes, unless an event fails earlier. */
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
    /**
     * When the episode reached the trouble threshold, at which notices start; null below the threshold. The default serves processes
     * of the previous release, which notify of every episode.
     */
    troubleAt: p.datetime(3).nullable().defaultRaw('now()'),
    /** Ids of the rules whose own trouble threshold the episode has reached. */
    reachedRules: p.json<number[]>().defaultRaw(`'[]'`),
    /** `lookedUpAt`, `lookupAt` and the next column serve first-failure lookups of the previous release. The next release drops them. */
    lookedUpAt: p.datetime(3).nullable(),
    lookupAt: p.datetime(3).defaultRaw('now()'),
    lookupAttempts: p.integer().default(0),
    /** Earliest time of the next attempt to close the episode. `endingAttempts`: number of failed attempts. */
    endingAt: p.datetime(3).defaultRaw('now()'),
    endingAttempts: p.integer().default(0),
    /** Times of the last failure and success in the published state. Newer events change the episode but not the published state. */
    publishedFailureAt: p.datetime(3).nullable(),
    publishedSuccessAt: p.datetime(3).nullable(),
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
    { name: 'episodes_lookup_index', expression: LOOKUP_INDEX },
  ],
});

/** A period in which events of one name of one integration fail, from the first failure to the next success. */
export class Episode extends EpisodeSchema.class {
  isLive(): boolean {
    return this.state === 'open' || this.state === 'recovering';
  }

  isNotified(): boolean {
    return !!this.troubleAt || this.reachedRules.length > 0;
  }

  /** Starts a new version of the published state, with the current timestamps. */
  raiseVersion(): void {
    this.version += 1;
    this.publishedFailureAt = this.lastFailureAt;
    this.publishedSuccessAt = this.lastSuccessAt ?? null;
  }

  toState(): EpisodeState {
    // Processes of an earlier release leave these columns empty when they publish.
    const published = this.publishedFailureAt
      ? { failureAt: this.publishedFailureAt, successAt: this.publishedSuccessAt }
      : { failureAt: this.lastFailureAt, successAt: this.lastSuccessAt };
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
      lastFailureAt: published.failureAt.toISOString(),
      lastSuccessAt: published.successAt?.toISOString() ?? null,
      closedAt: this.closedAt?.toISOString() ?? null,
      flaps: this.flaps,
    };
  }
}
EpisodeSchema.setClass(Episode);
