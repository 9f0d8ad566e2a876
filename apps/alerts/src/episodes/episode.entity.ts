import { defineEntity, p } from '@mikro-orm/core';
import { EPISODE_STATES, type EpisodeState } from '@portico/contracts/events/alerts';

/** Which events an episode covers: all, one subject, or the subjects beyond the limit together. */
const EPISODE_SCOPES = ['event', 'subject', 'further'] as const;

/** Allows one live episode per key, even with concurrent writers. */
export const LIVE_INDEX = `create unique index "episodes_live_index" on "episodes"
      ("organization_id", "integration_id", "event_name", "scope", coalesce("subject", ''))
      where "state" in ('open', 'recovering')`;

/** A queue of the previous release, now empty. */
export const LOOKUP_INDEX =
  'create index "episodes_lookup_index" on "episodes" ("lookup_at", "id") where "looked_up_at" is null';

/** The event that began an episode, as the events service stores it. */
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
    /** When a recovering episode closes if no event fails before. */
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
     * When it reached the threshold, at which notices start; null below it. A process of the previous release notifies of each
     * episode and relies on this default.
     */
    troubleAt: p.datetime(3).nullable().defaultRaw('now()'),
    /** Rules whose own threshold it has reached. */
    reachedRules: p.json<number[]>().defaultRaw(`'[]'`),
    /** The previous release looks up first failures by these three columns. The next release drops them. */
    lookedUpAt: p.datetime(3).nullable(),
    lookupAt: p.datetime(3).defaultRaw('now()'),
    lookupAttempts: p.integer().default(0),
    /** When closing it may be tried again, and how often that failed. */
    endingAt: p.datetime(3).defaultRaw('now()'),
    endingAttempts: p.integer().default(0),
    /** The last failure and success in the published state. Both advance without a new version. */
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

/** Events of one name of one integration fail until one succeeds. */
export class Episode extends EpisodeSchema.class {
  isLive(): boolean {
    return this.state === 'open' || this.state === 'recovering';
  }

  /** Whether it has sent notices. */
  isNotified(): boolean {
    return !!this.troubleAt || this.reachedRules.length > 0;
  }

  /** Starts a new version, which publishes the current timestamps. */
  raiseVersion(): void {
    this.version += 1;
    this.publishedFailureAt = this.lastFailureAt;
    this.publishedSuccessAt = this.lastSuccessAt ?? null;
  }

  /** The published state of this version, however many events followed. */
  toState(): EpisodeState {
    // A process of an earlier version publishes without storing these columns.
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
