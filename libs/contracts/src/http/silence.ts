import { z } from 'zod/mini';
import { Id, IdParams, Moment } from '../common/ids.ts';
import { Zone } from '../common/zone.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { MaintenanceNow } from './maintenance.ts';

/** Most integrations of one question. */
export const MAX_SILENCE_IDS = 100;
/** Most minutes between two events that can be expected: 90 days. */
export const MAX_EVERY_MINUTES = 90 * 24 * 60;
/** Most minutes after its time until an event of a schedule is missed: a week. */
export const MAX_GRACE_MINUTES = 7 * 24 * 60;
/** Gaps that were said to be normal, of one integration; the oldest is forgotten for a further one. */
export const MAX_NORMAL = 20;

/**
 * `learning`: too little is known yet. `regular`: it sends as expected. `quiet`: less than expected, and soon it is missed. `silent`:
 * it is missed. `irregular`: its gaps are too long to say. `paused`: until a moment. `off`: nothing is expected of it.
 */
export const SILENCE_STATES = ['learning', 'regular', 'quiet', 'silent', 'irregular', 'paused', 'off'] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

/**
 * What is expected of an integration. `learned`: what it did in the last weeks. `every`: an event every so many minutes at least.
 * `cron`: one at or after each time of five fields as in crontab, in a zone, at most `graceMinutes` later. `off`: nothing.
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

/** A gap of which somebody said that it is normal; `by` is null when that user is not known any more. */
const NormalGap = z.object({ from: z.string(), to: z.string(), at: z.string(), by: z.nullable(z.string()) });
export type NormalGap = z.infer<typeof NormalGap>;

/**
 * How an integration is doing. `since`: when it got into its state. `expected`: events that usually would have arrived since the
 * last one; null without a learned profile. `dueAt`: when it is missed if nothing arrives before.
 */
export const Liveness = z.object({
  integrationId: Id,
  integration: z.nullable(z.string()),
  organizationId: Id,
  organization: z.nullable(z.string()),
  state: z.enum(SILENCE_STATES),
  since: z.string(),
  lastArrivalAt: z.nullable(z.string()),
  expected: z.nullable(z.number()),
  quietAt: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
  pausedUntil: z.nullable(z.string()),
  maintenance: z._default(z.nullable(MaintenanceNow), null),
  canChange: z.boolean(),
});
export type Liveness = z.infer<typeof Liveness>;

/**
 * The same with what is expected of it. `profile`: events of each hour of the week in `zone`, Monday 00:00 first; null before it is
 * learned. `threshold`: so many expected events may be missing. `normal`: what users said, the newest first.
 */
export const Silence = z.extend(Liveness, {
  zone: z.string(),
  profile: z.nullable(z.array(z.number())),
  threshold: z.nullable(z.number()),
  learnedAt: z.nullable(z.string()),
  expectation: Expectation,
  normal: z.array(NormalGap),
  version: z.int(),
});
export type Silence = z.infer<typeof Silence>;

/** `integrations`: ids, separated by commas in a URL; without them those that are quiet or silent, silent ones first. */
export const SilenceQuery = z.object({
  integrations: z.optional(
    z.pipe(
      z.transform((value) => (typeof value === 'string' ? value.split(',').map(Number) : value)),
      z.array(Id).check(z.minLength(1), z.maxLength(MAX_SILENCE_IDS)),
    ),
  ),
});
export type SilenceQuery = z.infer<typeof SilenceQuery>;

/**
 * What is absent stays as it is. `pausedUntil`: null ends a pause. `isNormal`: the present gap is normal, so that only half as long a
 * gap again is missed. `forget`: gaps that are not normal after all, by their `from`. `zone`: whose hours of the week are learned.
 */
export const SilenceUpdate = z.object({
  expectation: z.optional(Expectation),
  zone: z.optional(Zone),
  pausedUntil: z.optional(z.nullable(Moment)),
  isNormal: z._default(z.boolean(), false),
  forget: z._default(z.array(Moment).check(z.maxLength(MAX_NORMAL)), []),
});
export type SilenceUpdate = z.infer<typeof SilenceUpdate>;

export const listSilence = endpoint({
  method: 'GET',
  path: '/silence',
  audit: READS_SETTINGS,
  summary: 'How integrations that the caller may see are doing: those asked for, or those that are quiet or silent',
  query: SilenceQuery,
  response: z.object({ data: z.array(Liveness) }),
});

export const getSilence = endpoint({
  method: 'GET',
  path: '/silence/integrations/{id}',
  audit: READS_SETTINGS,
  summary: 'When an integration usually sends, and whether it does, for members of its organization and administrators',
  params: IdParams,
  response: Silence,
});

export const updateSilence = endpoint({
  method: 'PUT',
  path: '/silence/integrations/{id}',
  audit: { action: 'integration.silence' },
  summary: 'Say what is expected of an integration, for managers of its organization and administrators',
  params: IdParams,
  body: SilenceUpdate,
  response: Silence,
});
