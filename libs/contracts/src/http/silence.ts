import { z } from 'zod/mini';
import { Id, IdParams, Moment, idList } from '../common/ids.ts';
import { Zone } from '../common/zone.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { MaintenanceNow } from './maintenance.ts';

/** Maximum integrations per request. */
export const MAX_SILENCE_IDS = 100;
/** Maximum minutes between two expected events: 90 days. */
export const MAX_EVERY_MINUTES = 90 * 24 * 60;
/** Maximum grace minutes after a scheduled time: a week. */
export const MAX_GRACE_MINUTES = 7 * 24 * 60;
/** Maximum gaps marked as normal per integration; a further gap replaces the oldest gap. */
export const MAX_NORMAL = 20;

/**
 * `learning`: not enough data yet. `regular`: the integration sends as expected. `quiet`: fewer events than expected, soon `silent`.
 * `silent`: expected events are missing. `irregular`: gaps are too long for a prediction. `paused`: a user paused the check. `off`: no
 * events are expected.
 */
export const SILENCE_STATES = ['learning', 'regular', 'quiet', 'silent', 'irregular', 'paused', 'off'] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

/**
 * The events expected of an integration. `learned`: events as in recent weeks. `every`: at least one event in this number of minutes.
 * `cron`: one event within `graceMinutes` after each time of a five-field crontab schedule in a zone. `off`: no events.
 */
export const Expectation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('learned') }),
  z.object({ kind: z.literal('every'), minutes: z.int().check(z.minimum(1), z.maximum(MAX_EVERY_MINUTES)) }),
  z.object({
    kind: z.literal('cron'),
    cron: z.string().check(z.minLength(1), z.maxLength(100)),
    zone: z._default(Zone, 'UTC'),
    graceMinutes: z._default(z.int().check(z.minimum(0), z.maximum(MAX_GRACE_MINUTES)), 60),
  }),
  z.object({ kind: z.literal('off') }),
]);
export type Expectation = z.infer<typeof Expectation>;

/** A gap that a user marked as normal; `by` is null if the user is unknown. */
const NormalGap = z.object({ from: z.string(), to: z.string(), at: z.string(), by: z.nullable(z.string()) });
export type NormalGap = z.infer<typeof NormalGap>;

/** Liveness of an integration. */
export const Liveness = z.object({
  integrationId: Id,
  integration: z.nullable(z.string()),
  organizationId: Id,
  organization: z.nullable(z.string()),
  state: z.enum(SILENCE_STATES),
  /** Start of the current state. */
  since: z.string(),
  lastArrivalAt: z.nullable(z.string()),
  /** Usual number of events in the time since the last event; null without a learned profile. */
  expected: z.nullable(z.number()),
  quietAt: z.nullable(z.string()),
  /** When the integration becomes silent if no event arrives. */
  dueAt: z.nullable(z.string()),
  pausedUntil: z.nullable(z.string()),
  maintenance: z._default(z.nullable(MaintenanceNow), null),
  canChange: z.boolean(),
});
export type Liveness = z.infer<typeof Liveness>;

/** Liveness with the expectation. */
export const Silence = z.extend(Liveness, {
  zone: z.string(),
  /** Events per hour of the week in `zone`, starting Monday 00:00. Null before Portico has learned the profile. */
  profile: z.nullable(z.array(z.number())),
  /** How many expected events may be missing. */
  threshold: z.nullable(z.number()),
  learnedAt: z.nullable(z.string()),
  expectation: Expectation,
  /** Gaps that users marked as normal, the newest first. */
  normal: z.array(NormalGap),
  version: z.int(),
});
export type Silence = z.infer<typeof Silence>;

/** `integrations`: ids, separated by commas in a URL. Default: all quiet and silent integrations, silent first. */
export const SilenceQuery = z.object({
  integrations: z.optional(idList(MAX_SILENCE_IDS)),
});
export type SilenceQuery = z.infer<typeof SilenceQuery>;

/** Absent fields stay unchanged. */
export const SilenceUpdate = z.object({
  expectation: z.optional(Expectation),
  /** Time zone of the profile. */
  zone: z.optional(Zone),
  /** Null ends a pause. */
  pausedUntil: z.optional(z.nullable(Moment)),
  /** True marks the current gap as normal, so that the integration becomes silent only at 1.5 times this gap. */
  isNormal: z._default(z.boolean(), false),
  /** Unmarks the gaps with these `from` times. */
  forget: z._default(z.array(Moment).check(z.maxLength(MAX_NORMAL)), []),
});
export type SilenceUpdate = z.infer<typeof SilenceUpdate>;

export const listSilence = endpoint({
  method: 'GET',
  path: '/silence',
  audit: READS_SETTINGS,
  summary:
    'List the liveness of the requested integrations, or of all quiet and silent integrations that the caller may see',
  query: SilenceQuery,
  response: z.object({ data: z.array(Liveness) }),
});

export const getSilence = endpoint({
  method: 'GET',
  path: '/silence/integrations/{id}',
  audit: READS_SETTINGS,
  summary:
    'Get when an integration usually sends, and whether it does now; for members of its organization and administrators',
  params: IdParams,
  response: Silence,
});

export const updateSilence = endpoint({
  method: 'PUT',
  path: '/silence/integrations/{id}',
  audit: { action: 'integration.silence' },
  summary: 'Set the events expected of an integration; for managers of its organization and administrators',
  params: IdParams,
  body: SilenceUpdate,
  response: Silence,
});
