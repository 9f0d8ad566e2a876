import { defineEntity, p } from '@mikro-orm/core';
import { EPISODE_STATES, type EpisodeState } from '@portico/contracts/events/alerts';

/** What of its events an episode is about: all, one subject, or those subjects that are too many for their own. */
export const EPISODE_SCOPES = ['event', 'subject', 'further'] as const;

/** One live episode a key at most, whatever runs beside each other. */
export const LIVE_INDEX = `create unique index "episodes_live_index" on "episodes"
      ("organization_id", "integration_id", "event_name", "scope", coalesce("subject", ''))
      where "state" in ('open', 'recovering')`;

/** A queue of the release before, empty now. */
export const LOOKUP_INDEX =
  'create index "episodes_lookup_index" on "episodes" ("lookup_at", "id") where "looked_up_at" is null';

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
    /**
     * When it reached the threshold, from which moment on it sends notices; null below it. A process of the release before
     * sends a notice of each episode, and leaves this to the default.
     */
    troubleAt: p.datetime(3).nullable().defaultRaw('now()'),
    /** Rules with a threshold of their own that it has reached. */
    reachedRules: p.json<number[]>().defaultRaw(`'[]'`),
    /** The release before looks first failures up by these three; the next one drops them. */
    lookedUpAt: p.datetime(3).nullable(),
    lookupAt: p.datetime(3).defaultRaw('now()'),
    lookupAttempts: p.integer().default(0),
    /** When ending it may be tried next, and how often that failed. */
    endingAt: p.datetime(3).defaultRaw('now()'),
    endingAttempts: p.integer().default(0),
    /** The last failure and success that the published state has: both move on without a new version. */
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

  /** Begins the next version, which publishes the moments that are known by now. */
  raiseVersion(): void {
    this.version += 1;
    this.publishedFailureAt = this.lastFailureAt;
    this.publishedSuccessAt = this.lastSuccessAt ?? null;
  }

  /** The state as this version publishes it, however many events came since. */
  toState(): EpisodeState {
    // A process of an earlier version publishes what it has, and does not write it down.
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
