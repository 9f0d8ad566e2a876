import { z } from 'zod/mini';
import { Storable } from '../common/fields.ts';
import { Count, Id, IdParams, IdText, Moment, QueryBoolean } from '../common/ids.ts';
import { page, paging } from '../common/page.ts';
import { EPISODE_STATES } from '../events/alerts.ts';
import { MAX_DERIVED } from '../events/integration-event.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { MaintenanceNow } from './maintenance.ts';
import { EpisodeImpact, TroubleThreshold } from './episode-settling.ts';

/** Maximum length of a note. */
export const MAX_EPISODE_NOTE = 2_000;
/** Maximum days of a mute. */
export const MAX_MUTE_DAYS = 30;
/** Maximum kinds of messages per response; further messages count as `other`. */
export const MAX_KINDS = 50;
/** Maximum live subject episodes per integration; failures of further subjects share one episode. */
export const MAX_SUBJECT_EPISODES = 1_000;
/** Number of an episode's newest failures that are read to group their messages. */
export const KINDS_SAMPLE = 2_000;
const EpisodeStateName = z.enum(EPISODE_STATES);
/** `live`: open or recovering; `over`: closed or expired. */
export const EPISODE_FILTERS = ['live', 'over', ...EPISODE_STATES] as const;
/** A person with their current name; null if the account is unknown. */
const Person = z.object({ id: Id, name: z.nullable(z.string()) });
export type Person = z.infer<typeof Person>;

/**
 * A filter of the events list that selects the failures of an episode. Portico does not store the number of failures, but
 * counts this list, so that the number always equals the list. `from` <= timestamp < `to`.
 */
export const EpisodeEvents = z.object({
  where: z.string(),
  event: z.string(),
  subject: z.optional(z.string()),
  status: z.literal('FAILURE'),
  from: z.string(),
  to: z.optional(z.string()),
});
export type EpisodeEvents = z.infer<typeof EpisodeEvents>;

/** A failure episode: events of one name of one integration fail until one succeeds, by timestamp. */
export const Episode = z.object({
  id: Id,
  organizationId: Id,
  organization: z.nullable(z.string()),
  integrationId: Id,
  integration: z.nullable(z.string()),
  eventName: z.string(),
  /** The only subject of the episode's events; null if the episode has no single subject. */
  subject: z._default(z.nullable(z.string()), null),
  /** For the shared episode of all subjects beyond the limit: how many of these subjects fail now. Otherwise null. */
  furtherSubjects: z._default(z.nullable(Count), null),
  state: EpisodeStateName,
  /** When Portico detected the episode. */
  openedAt: z.string(),
  /** The first failure after the last success. */
  firstFailureAt: z.string(),
  lastFailureAt: z.string(),
  lastSuccessAt: z.nullable(z.string()),
  /** When a recovering episode closes, unless an event fails earlier. */
  closesAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** `expired`: 90 days without an event. `regrouped`: a user switched episodes per subject on or off. */
  closeReason: z.nullable(z.enum(['recovered', 'expired', 'integration_deleted', 'regrouped'])),
  /** How often events failed again while the episode was recovering. */
  flaps: Count,
  /** Whether a live episode has recently reopened more than 20 times within 24 hours. */
  isFlapping: z.boolean(),
  /** `by` is null if a person used the link in a shared channel. */
  acknowledged: z.nullable(z.object({ by: z.nullable(Person), at: z.string() })),
  assignee: z.nullable(Person),
  note: z.nullable(z.string()),
  /** Until when the episode sends no notices; null if not muted. */
  mutedUntil: z.nullable(z.string()),
  /** When the episode reached its integration's threshold and began to send notices; null below the threshold. */
  troubleAt: z._default(z.nullable(z.string()), null),
  /** Impact of all events of this name, including other subjects; null after the end of the episode. */
  impact: z._default(z.nullable(EpisodeImpact), null),
  events: EpisodeEvents,
  maintenance: z._default(z.nullable(MaintenanceNow), null),
  /** Whether the caller has the rights of a manager of the organization. */
  canChange: z.boolean(),
  /** Whether the caller has the rights of an operator of the organization. */
  canOperate: z._default(z.boolean(), false),
});
export type Episode = z.infer<typeof Episode>;

export const EpisodesQuery = z.extend(paging(100), {
  state: z._default(z.enum(EPISODE_FILTERS), 'live'),
  organization: z.optional(IdText),
  integration: z.optional(IdText),
  event: z.optional(z.string().check(z.maxLength(128))),
  /** Selects episodes of this subject, and episodes without a single subject. */
  subject: z.optional(z.string().check(z.maxLength(MAX_DERIVED))),
  /** `true`: episodes that reached the threshold; `false`: episodes below the threshold. */
  trouble: z.optional(QueryBoolean),
  /** `me`, or a user's id. */
  assignee: z.optional(z.union([z.literal('me'), IdText])),
});
export type EpisodesQuery = z.infer<typeof EpisodesQuery>;

export const listEpisodes = endpoint({
  method: 'GET',
  path: '/episodes',
  audit: COUNTS_ONLY,
  summary:
    'List failure episodes: live ones first, those above the threshold before the others and then by impact; finished ones newest first',
  query: EpisodesQuery,
  response: page(Episode),
});

/** Kinds of timeline entries of an episode. */
export const EPISODE_ENTRIES = [
  'opened',
  'recovering',
  'reopened',
  'flapping',
  'closed',
  'expired',
  'acknowledged',
  'released',
  'assigned',
  'noted',
  'muted',
  'unmuted',
] as const;
export const EpisodeEntry = z.object({
  id: Id,
  kind: z.enum(EPISODE_ENTRIES),
  at: z.string(),
  by: z.nullable(Person),
  text: z.nullable(z.string()),
});
export type EpisodeEntry = z.infer<typeof EpisodeEntry>;

export const EpisodeDetail = z.extend(Episode, {
  timeline: z.array(EpisodeEntry),
  /** The episode's first event, with at most 2,000 characters of the message; null if the event is unknown. */
  firstFailure: z.nullable(
    z.object({ id: z.string(), traceId: z.string(), timestamp: z.string(), message: z.nullable(z.string()) }),
  ),
  /** How long a recovering episode stays open. */
  settleMinutes: Count,
  /** The threshold for notices. */
  threshold: z._default(TroubleThreshold, { failures: 3, share: 20, minutes: 10 }),
  /** Whether each subject has its own episodes. */
  bySubject: z._default(z.boolean(), false),
});
export type EpisodeDetail = z.infer<typeof EpisodeDetail>;

export const getEpisode = endpoint({
  method: 'GET',
  path: '/episodes/{id}',
  audit: COUNTS_ONLY,
  summary: 'Get a failure episode with its timeline',
  params: IdParams,
  response: EpisodeDetail,
});

/**
 * Messages of an episode's failures, grouped after removing numbers, ids and quoted text. `sampled`: how many of all `count` failures
 * were read, the newest first. `example`: the newest message of the group.
 */
export const EpisodeKinds = z.object({
  count: Count,
  countIsExact: z.boolean(),
  sampled: Count,
  kinds: z.array(
    z.object({
      template: z.string(),
      count: Count,
      example: z.object({ id: z.string(), traceId: z.string(), timestamp: z.string(), message: z.string() }),
    }),
  ),
  other: Count,
});
export type EpisodeKinds = z.infer<typeof EpisodeKinds>;

export const getEpisodeKinds = endpoint({
  method: 'GET',
  path: '/episodes/{id}/kinds',
  audit: COUNTS_ONLY,
  summary: 'Count the failures of an episode, and group them by message',
  params: IdParams,
  response: EpisodeKinds,
});

export const acknowledgeEpisode = endpoint({
  method: 'POST',
  path: '/episodes/{id}/acknowledge',
  audit: { action: 'episode.acknowledge' },
  summary: 'Acknowledge an episode, which stops its reminders; 409 if the episode is over',
  params: IdParams,
  response: Episode,
});
export const releaseEpisode = endpoint({
  method: 'POST',
  path: '/episodes/{id}/release',
  audit: { action: 'episode.release' },
  summary: 'Withdraw the acknowledgement of an episode',
  params: IdParams,
  response: Episode,
});
export const EpisodeAssignment = z.object({ userId: z.nullable(Id) });
export type EpisodeAssignment = z.infer<typeof EpisodeAssignment>;
export const assignEpisode = endpoint({
  method: 'POST',
  path: '/episodes/{id}/assign',
  audit: { action: 'episode.assign' },
  summary: 'Assign an episode to a member of its organization or an administrator; null removes the assignee',
  params: IdParams,
  body: EpisodeAssignment,
  response: Episode,
});
export const EpisodeNote = z.object({
  note: z.nullable(Storable.check(z.trim(), z.minLength(1), z.maxLength(MAX_EPISODE_NOTE))),
});
export type EpisodeNote = z.infer<typeof EpisodeNote>;
export const noteEpisode = endpoint({
  method: 'POST',
  path: '/episodes/{id}/note',
  audit: { action: 'episode.note' },
  summary: 'Save the note of an episode; null removes it',
  params: IdParams,
  body: EpisodeNote,
  response: Episode,
});
export const EpisodeMute = z.object({ until: z.nullable(Moment) });
export type EpisodeMute = z.infer<typeof EpisodeMute>;
export const muteEpisode = endpoint({
  method: 'POST',
  path: '/episodes/{id}/mute',
  audit: { action: 'episode.mute' },
  summary: `Send no notices about an episode until a time, at most ${MAX_MUTE_DAYS} days ahead; null unmutes the episode`,
  params: IdParams,
  body: EpisodeMute,
  response: Episode,
});
