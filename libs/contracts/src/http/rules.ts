import { z } from 'zod/mini';
import { Storable, filled } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { Owned, OwnerFields, OwnerQuery } from '../common/owners.ts';
import { page } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { Zone } from '../common/zone.ts';
import { SEVERITIES } from '../events/choices.ts';
import { CHANNEL_TYPES } from './channel-targets.ts';
import { CHANNEL_STATES } from './channels.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';
import { TroubleThreshold } from './episode-settling.ts';
import { MINUTE_CLOCKS } from './event-minutes.ts';
import { RULE_KINDS, type RuleKind, VIEW_KINDS } from './notices.ts';
import { ViewSearch } from './views.ts';

/** Maximum rules per owner. */
export const MAX_RULES = 50;
/** Maximum channels per rule. */
export const MAX_RULE_CHANNELS = 5;
/** Maximum `minutes` of a {@link RuleView}: a day. */
export const MAX_VIEW_MINUTES = 1_440;

/** Filter of a rule. Every field narrows the filter; null matches any value. `severity`: minimum severity. */
export const RuleFilter = z.object({
  organizationId: z._default(z.nullable(Id), null),
  integrationId: z._default(z.nullable(Id), null),
  eventName: z._default(z.nullable(Storable.check(z.minLength(1), z.maxLength(128))), null),
  severity: z._default(z.nullable(z.enum(SEVERITIES)), null),
});

/** Maximum minutes that a rule waits for late events. */
export const MAX_GRACE_MINUTES = 1_440;

/**
 * An alert on a view of the events list, evaluated with the rights of the rule's owner. The rule starts when it is created, changed or
 * enabled.
 */
export const RuleView = z.object({
  name: filled(100),
  /** A copy of the view's filter, made when the owner selected the view. */
  search: ViewSearch,
  /** `more`: more than `count` events within `minutes`. `none`: no event for `minutes`. */
  when: z.enum(['more', 'none']),
  count: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  minutes: z.int().check(z.minimum(1), z.maximum(MAX_VIEW_MINUTES)),
  /** Whether events count by arrival or by timestamp. */
  clock: z._default(z.enum(MINUTE_CLOCKS), 'arrived'),
  /** Minutes that a rule by timestamp waits for late events. Events that arrive later do not count. */
  grace: z._default(z.int().check(z.minimum(0), z.maximum(MAX_GRACE_MINUTES)), 0),
});
export type RuleView = z.infer<typeof RuleView>;

const TimeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: should('be a time of the day from 00:00 to 23:59') }));

/** From `from` to `to` in `zone`, over midnight if `to` is earlier. All notices wait, except notices with severity FATAL. */
export const QuietHours = z
  .object({
    zone: Zone,
    from: TimeOfDay,
    to: TimeOfDay,
  })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], error: should('differ from the start time') }));
export type QuietHours = z.infer<typeof QuietHours>;

/** `daily`: at 8:00 in the time zone of the quiet hours, or in UTC without quiet hours. `weekly`: on Mondays. */
export const DIGESTS = ['none', 'daily', 'weekly'] as const;
/** `24h`: once a day while the problem is open and unacknowledged. */
export const REMINDERS = ['none', '24h'] as const;

const Kinds = z.array(z.enum(RULE_KINDS)).check(
  z.minLength(1),
  z.maxLength(RULE_KINDS.length),
  z.overwrite((kinds) => [...new Set(kinds)]),
);
const Channels = z.array(Id).check(
  z.maxLength(MAX_RULE_CHANNELS),
  z.overwrite((channels) => [...new Set(channels)]),
);

const fields = {
  on: Kinds,
  filter: z._default(RuleFilter, { organizationId: null, integrationId: null, eventName: null, severity: null }),
  trouble: z._default(z.nullable(TroubleThreshold), null),
  view: z._default(z.nullable(RuleView), null),
  channels: z._default(Channels, []),
  inbox: z._default(z.boolean(), true),
  quietHours: z._default(z.nullable(QuietHours), null),
  digest: z._default(z.enum(DIGESTS), 'none'),
  remind: z._default(z.enum(REMINDERS), 'none'),
  active: z._default(z.boolean(), true),
} as const;

const isOfView = (kind: RuleKind): boolean => (VIEW_KINDS as readonly string[]).includes(kind);

type Checked = { on: RuleKind[]; view: unknown; channels: number[]; inbox: boolean };
const kinds = z.refine<Checked>(({ on, view }) => on.every((kind) => isOfView(kind) === (view !== null)), {
  path: ['on'],
  error: should('match the view: view kinds need a view, other kinds must have none'),
});
const recipients = z.refine<Checked>(({ channels, inbox }) => inbox || channels.length > 0, {
  path: ['channels'],
  error: should('have at least one channel, unless the inbox is on'),
});

/**
 * `on`: the kinds of transitions. `trouble`: the rule's failure threshold; null uses the integration's threshold. `view`: required for view
 * kinds; a rule has only view kinds or no view kinds. `channels`: channels of the owner. `inbox`: the rule also adds its notices to the
 * owner's inbox.
 */
export const RuleCreate = z.object({ ...OwnerFields, ...fields }).check(kinds, recipients);
export type RuleCreate = z.infer<typeof RuleCreate>;

/** The whole rule except its owner. */
export const RuleUpdate = z.object(fields).check(kinds, recipients);
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** A rule with current names; a name is null for an unknown id. */
export const Rule = z.extend(Owned, {
  id: Id,
  on: z.array(z.enum(RULE_KINDS)),
  filter: z.object({
    organizationId: z.nullable(Id),
    organization: z.nullable(z.string()),
    integrationId: z.nullable(Id),
    integration: z.nullable(z.string()),
    eventName: z.nullable(z.string()),
    severity: z.nullable(z.enum(SEVERITIES)),
  }),
  trouble: z.nullable(TroubleThreshold),
  view: z.nullable(
    z.object({
      name: z.string(),
      search: z.record(z.string(), z.string()),
      when: z.enum(['more', 'none']),
      count: z.int(),
      minutes: z.int(),
      clock: z._default(z.enum(MINUTE_CLOCKS), 'arrived'),
      grace: z._default(z.int(), 0),
    }),
  ),
  channels: z.array(z.object({ id: Id, name: z.string(), type: z.enum(CHANNEL_TYPES), state: z.enum(CHANNEL_STATES) })),
  inbox: z.boolean(),
  quietHours: z.nullable(z.object({ zone: z.string(), from: z.string(), to: z.string() })),
  digest: z.enum(DIGESTS),
  remind: z.enum(REMINDERS),
  active: z.boolean(),
  lastNoticeAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Rule = z.infer<typeof Rule>;

/** Days of arrivals that a preview covers: 30, or fewer if there are too many events. */
export const PREVIEW_DAYS = [30, 7, 1] as const;
export const MAX_PREVIEWED = 20;

/** Request for the preview of an unsaved alert: its owner and its view. */
export const RulePreviewBody = z.object({ ...OwnerFields, view: RuleView });
export type RulePreviewBody = z.infer<typeof RulePreviewBody>;

/**
 * The notices that a rule created at `from` would have sent. `count`: number of notices, one for each time at which the condition began to
 * hold. `notices`: the newest of these notices. `search`: filter for the events of a notice. `delay`: the longest delay from timestamp to
 * arrival in milliseconds.
 */
export const RulePreview = z.object({
  from: z.string(),
  to: z.string(),
  count: z.int(),
  notices: z.array(
    z.object({
      at: z.string(),
      overAt: z.nullable(z.string()),
      found: z.int(),
      delay: z.int(),
      search: z.record(z.string(), z.string()),
    }),
  ),
});
export type RulePreview = z.infer<typeof RulePreview>;

export const previewRule = endpoint({
  method: 'POST',
  path: '/rules/preview',
  audit: TRIES_ONLY,
  summary: `Preview the notices that an alert on a view would have sent in the last ${PREVIEW_DAYS[0]} days; nothing is saved`,
  body: RulePreviewBody,
  response: RulePreview,
});
export const listRules = endpoint({
  method: 'GET',
  path: '/rules',
  audit: READS_SETTINGS,
  summary:
    "List rules, oldest first: the caller's own, those of the caller's organizations, and for administrators those of the product",
  query: OwnerQuery,
  response: page(Rule),
});
export const getRule = endpoint({
  method: 'GET',
  path: '/rules/{id}',
  audit: READS_SETTINGS,
  summary: 'Get a rule',
  params: IdParams,
  response: Rule,
});
export const createRule = endpoint({
  method: 'POST',
  path: '/rules',
  audit: { action: 'rule.create' },
  summary: `Create a rule, at most ${MAX_RULES} per owner`,
  body: RuleCreate,
  created: true,
  response: Rule,
});
export const replaceRule = endpoint({
  method: 'PUT',
  path: '/rules/{id}',
  audit: { action: 'rule.replace' },
  summary: 'Change a rule except its owner',
  params: IdParams,
  body: RuleUpdate,
  response: Rule,
});
export const takeOverRule = endpoint({
  method: 'POST',
  path: '/rules/{id}/take-over',
  audit: { action: 'rule.take-over' },
  summary: 'Become responsible for a rule that the caller may change',
  params: IdParams,
  response: Rule,
});
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/rules/{id}',
  audit: { action: 'rule.delete' },
  summary: 'Delete a rule and its unsent messages',
  params: IdParams,
  response: z.void(),
});
