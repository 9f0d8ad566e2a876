import { z } from 'zod/mini';
import { linkToken } from '../common/fields.ts';
import { Count, Id, QueryBoolean } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { SEVERITIES } from '../events/choices.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';
import { Zone } from '../common/zone.ts';

/** Days for which a notice stays in the inbox. */
export const NOTICE_DAYS = 90;

/** Kinds of rules on a view. */
export const VIEW_KINDS = ['view.more', 'view.none', 'view.over'] as const;
/** Usage percentages of an entitlement at which rules notify. */
export const USAGE_THRESHOLDS = [50, 80, 100] as const;
export type UsageThreshold = (typeof USAGE_THRESHOLDS)[number];
/**
 * `usage.50`, `usage.80`, `usage.100`: an entitlement's use reached this percentage of its limit. `usage.over`: the use is below the
 * percentage again, because the limit was raised or a new period began.
 */
export const USAGE_KINDS = ['usage.50', 'usage.80', 'usage.100', 'usage.over'] as const;
/** Kinds of rules: transitions of an episode, an integration's liveness, a view, an entitlement, or Portico itself. */
export const RULE_KINDS = [
  'episode.opened',
  'episode.closed',
  'episode.flapping',
  'integration.silent',
  'integration.back',
  ...VIEW_KINDS,
  ...USAGE_KINDS,
  'platform.behind',
  'platform.caught_up',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
/** Notices about a channel. They appear in its owner's inbox without a rule, and are not sent as messages. */
export const CHANNEL_KINDS = ['channel.failing', 'channel.disabled'] as const;
/** Notices that a row needs a new responsible person. People who may take over receive these notices without a rule. */
export const HANDOVER_KINDS = ['owner.needed', 'owner.ended'] as const;
/** A summary after a maintenance window, for rules whose notices the window held back. */
export const MAINTENANCE_KINDS = ['maintenance.over'] as const;
/** A daily summary of episodes below the threshold. The inbox shows it as read. */
export const DIGEST_KINDS = ['digest.below'] as const;
export const NOTICE_KINDS = [
  ...RULE_KINDS,
  ...MAINTENANCE_KINDS,
  ...CHANNEL_KINDS,
  ...HANDOVER_KINDS,
  ...DIGEST_KINDS,
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** One entry of the caller's inbox, with the names at the time of the notice. */
export const Notice = z.object({
  id: Id,
  kind: z.enum(NOTICE_KINDS),
  /** The object of the notice, such as `episode:12`. For an entry that combines several episodes of one outage: the first episode. */
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  /** A path in the console. */
  link: z.string(),
  organizationId: z.nullable(Id),
  organization: z.nullable(z.string()),
  integrationId: z.nullable(Id),
  integration: z.nullable(z.string()),
  /** Null for an entry that combines several episodes, and for a notice that is not about an event name. */
  eventName: z.nullable(z.string()),
  severity: z.nullable(z.enum(SEVERITIES)),
  at: z.string(),
  /** When the problem ended; null while it lasts. After the end, title and text mention it. */
  overAt: z.nullable(z.string()),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

/** `zone`: time zone of the times in texts. An unknown zone counts as UTC, because browsers may know newer zones. */
export const ListNoticesQuery = z.extend(Paging, {
  zone: z.catch(Zone, 'UTC'),
  unread: z.optional(QueryBoolean),
});
export type ListNoticesQuery = z.infer<typeof ListNoticesQuery>;

/** `unread`: number of unread notices on all pages. */
export const Notices = z.extend(page(Notice), { unread: Count });
export type Notices = z.infer<typeof Notices>;

/** Selects notices to mark as read. `ids`: these notices. `upTo`: all notices up to and including this id. */
export const NoticesRead = z.object({
  ids: z._default(z.array(Id).check(z.maxLength(100)), []),
  upTo: z.optional(Id),
});
export type NoticesRead = z.infer<typeof NoticesRead>;
export const Unread = z.object({ unread: Count });
export type Unread = z.infer<typeof Unread>;

/** The token in the link of a message, valid once. */
export const AcknowledgeToken = linkToken(2_000);
export type AcknowledgeToken = z.infer<typeof AcknowledgeToken>;

/** The problem that a link would acknowledge. `state`: `open` if the problem still needs an acknowledgement. */
export const AcknowledgeOffer = z.object({
  title: z.string(),
  text: z.string(),
  organization: z.nullable(z.string()),
  at: z.string(),
  state: z.enum(['open', 'acknowledged', 'over']),
});
export type AcknowledgeOffer = z.infer<typeof AcknowledgeOffer>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  audit: READS_SETTINGS,
  summary: "List the notices in the caller's inbox, newest first, with the number of unread notices",
  query: ListNoticesQuery,
  response: Notices,
});
export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  audit: { none: 'marks notices as read, only for the caller' },
  summary: 'Mark notices of the inbox as read; returns the number of unread notices',
  body: NoticesRead,
  response: Unread,
});
export const readAcknowledge = endpoint({
  method: 'POST',
  path: '/notices/acknowledge/offer',
  audit: TRIES_ONLY,
  summary: 'Get the problem that the link of a message would acknowledge; changes nothing; needs no sign-in',
  body: AcknowledgeToken,
  response: AcknowledgeOffer,
});
export const acknowledgeByLink = endpoint({
  method: 'POST',
  path: '/notices/acknowledge',
  audit: { action: 'notice.acknowledge' },
  summary: 'Acknowledge a problem by the link of a message, which works once; needs no sign-in',
  body: AcknowledgeToken,
  response: AcknowledgeOffer,
});
