import { z } from 'zod/mini';
import { Count, Id, idList } from '../common/ids.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { EpisodeImpact } from './episode-settling.ts';
import { Episode, EpisodeEvents } from './episodes.ts';
import { MaintenanceNow } from './maintenance.ts';
import { Liveness } from './silence.ts';

/** Maximum integrations per response, and maximum ids per request. */
export const MAX_TROUBLE = 100;
/** Maximum episodes per integration in a response. */
export const MAX_TROUBLE_EPISODES = 5;
/** Maximum characters of a reason. */
export const MAX_TROUBLE_REASON = 300;

/**
 * The worst current problem of an integration. `failing`: an open episode has reached the threshold. `silent`: expected events are
 * missing. `below`: events fail below the threshold. `recovering`: the newest events succeeded, and Portico waits for new failures.
 */
export const TROUBLE_LEVELS = ['failing', 'silent', 'below', 'recovering'] as const;
export type TroubleLevel = (typeof TROUBLE_LEVELS)[number];

const TroubleEpisode = z.pick(Episode, {
  id: true,
  integrationId: true,
  integration: true,
  eventName: true,
  subject: true,
  furtherSubjects: true,
  state: true,
  firstFailureAt: true,
  lastFailureAt: true,
  acknowledged: true,
  assignee: true,
});

/** An integration with a problem. */
export const Trouble = z.object({
  integrationId: Id,
  integration: z.nullable(z.string()),
  organizationId: Id,
  organization: z.nullable(z.string()),
  level: z.enum(TROUBLE_LEVELS),
  /** The first failure, or the last arrival of a silent integration. */
  since: z.string(),
  /** Recent failures of events with open episodes; null without an open episode. */
  impact: z.nullable(EpisodeImpact),
  /** The live episodes with the most failures, at most {@link MAX_TROUBLE_EPISODES} of `episodeCount`. */
  episodes: z.array(TroubleEpisode),
  episodeCount: Count,
  /** Filter for the failures in the events list; null without an episode. */
  events: z.nullable(z.pick(EpisodeEvents, { where: true, status: true, from: true })),
  /** Message of an episode's first failure; null if unknown. */
  reason: z.nullable(z.string()),
  silence: z.nullable(Liveness),
  maintenance: z.nullable(MaintenanceNow),
});
export type Trouble = z.infer<typeof Trouble>;

/** `integrations`: selects integrations by id, separated by commas in a URL. */
export const TroubleQuery = z.object({
  integrations: z.optional(idList(MAX_TROUBLE)),
});
export type TroubleQuery = z.infer<typeof TroubleQuery>;

/**
 * `data`: the worst first, at most {@link MAX_TROUBLE} of `count`. `wrong`: number of failing or silent integrations that are not in
 * maintenance.
 */
export const Troubles = z.object({ data: z.array(Trouble), count: Count, wrong: Count });
export type Troubles = z.infer<typeof Troubles>;

export const listTrouble = endpoint({
  method: 'GET',
  path: '/trouble',
  audit: READS_SETTINGS,
  summary:
    'List integrations with a current problem that the caller may see: failing ones by impact, silent, below the threshold, recovering, and last those in maintenance',
  query: TroubleQuery,
  response: Troubles,
});
