import type { NoticeKind } from '@portico/contracts/http/notices';
import { z } from 'zod';
import type { TransitionKind } from '../transitions/transition.entity.ts';
import { zoneParts } from '../policy/zone-parts.ts';

export const ViewFacts = z.object({
  name: z.string(),
  search: z.record(z.string(), z.string()),
  count: z.number(),
  minutes: z.number(),
  found: z.number(),
  delay: z.optional(z.number()),
});

/** The usage of an entitlement. `hard`: whether events beyond the limit are rejected. */
export const UsageFacts = z.object({
  organizationId: z.number(),
  name: z.string(),
  threshold: z.number(),
  used: z.number(),
  allowed: z.number(),
  hard: z.boolean(),
});

/** The results of a maintenance window. `failures`: null if the count failed. `search`: query of the events list for the failures. */
export const MaintenanceFacts = z.object({
  from: z.iso.datetime(),
  reason: z.string(),
  failures: z.number().nullable(),
  episodes: z.number(),
  failing: z.number(),
  search: z.record(z.string(), z.string()),
});

export type NoticeFacts = {
  kind: TransitionKind;
  subject: string;
  at: Date;
  /** When the problem began; null for transitions that are not the end of a problem. */
  since: Date | null;
  integrationId: number | null;
  integration: string | null;
  organization: string | null;
  eventName: string | null;
  /** The subject of the events, such as an order; null if the integration has no subjects. */
  about: string | null;
  productName: string;
  message: string | null;
  view: z.infer<typeof ViewFacts> | null;
  usage: z.infer<typeof UsageFacts> | null;
  maintenance: z.infer<typeof MaintenanceFacts> | null;
};

const MINUTE = 60_000;

const UTC = 'UTC';
const partsOf = zoneParts('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'shortOffset',
});

/**
 * Formats a time: `25 Nov 2026, 09:12 UTC`, or in another zone `25 Nov 2026, 10:12 GMT+1 (Europe/Berlin)`. The offset distinguishes
 * the two hours with equal times when clocks go back.
 */
export const momentText = (at: Date, zone = UTC): string => {
  const parts = partsOf(at, zone);
  const [day, month, year, hour, minute, offset] = (
    ['day', 'month', 'year', 'hour', 'minute', 'timeZoneName'] as const
  ).map((type) => parts.get(type));
  return `${day} ${month} ${year}, ${hour}:${minute} ${zone === UTC ? UTC : `${offset} (${zone})`}`;
};

const MOMENT = String.raw`\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d UTC`;
/** Matches the times at the beginning of a text that Portico wrote ({@link TEXTS}). A publisher's text may follow after the match. */
const BEGINNING = new RegExp(
  `^(?:Since|At|\\d+ at|From ${MOMENT} to|No event has arrived that was expected by) ${MOMENT}`,
);

/** Converts the times that Portico wrote in a notice's text to the reader's zone. Times that a publisher wrote stay unchanged. */
export const inZone = (text: string, zone: string): string => {
  if (zone === UTC) return text;
  return text.replace(BEGINNING, (beginning) =>
    beginning.replaceAll(new RegExp(MOMENT, 'g'), (moment) =>
      momentText(new Date(moment.replace('Sept', 'Sep')), zone),
    ),
  );
};

/** Formats a duration, such as `2 h 14 min` or `3 d 4 h`. */
export const spanText = (from: Date, to: Date): string => {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / MINUTE));
  if (minutes < 1) return 'less than a minute';
  const [days, hours, minutesLeft] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts =
    days > 0
      ? [`${days} d`, hours > 0 && `${hours} h`]
      : [hours > 0 && `${hours} h`, minutesLeft > 0 && `${minutesLeft} min`];
  return parts.filter(Boolean).join(' ');
};

export const lasted = (since: Date, at: Date): string =>
  `From ${momentText(since)} to ${momentText(at)}: ${spanText(since, at)}.`;

const from = ({ since, at }: NoticeFacts): string => (since === null ? `At ${momentText(at)}.` : lasted(since, at));

/** Returns the text of a notice that is over: the start time `at`, the end time, and the original text. */
export const pastText = (text: string, at: Date, overAt: Date): string =>
  [lasted(at, overAt), text.replace(/^Since [^.]+\. ?/, '')].filter(Boolean).join(' ');

const USED = [/: (\d+) % used$/, ': below $1 % again'] as const;
const PAST: Partial<Record<NoticeKind, readonly [RegExp, string]>> = {
  'episode.opened': [/ started failing$/, ' works again'],
  'integration.silent': [/ has gone silent$/, ' sends events again'],
  'platform.behind': [/ is behind$/, ' has caught up'],
  'usage.50': USED,
  'usage.80': USED,
  'usage.100': USED,
};

/** Returns the title of a beginning notice after the problem has ended. Titles of other kinds do not change. */
export const pastTitle = (kind: NoticeKind, title: string): string => title.replace(...(PAST[kind] ?? [/$/, '']));

const MAX_LISTED_EVENTS = 3;

/**
 * Returns the title and text of an outage, in which several events failed.
 * @param overAt - end of the last failing episode; null while any episode is failing.
 */
export function outageWords(
  events: readonly { eventName?: string | null; integration?: string | null; at: Date }[],
  overAt: Date | null,
): { title: string; text: string } {
  const names = [...new Set(events.flatMap(({ eventName }) => eventName ?? []))];
  const more = names.length > MAX_LISTED_EVENTS ? ` and ${names.length - MAX_LISTED_EVENTS} more` : '';
  const since = new Date(Math.min(...events.map(({ at }) => at.getTime())));
  const when = overAt === null ? `Since ${momentText(since)}.` : lasted(since, overAt);
  const happened = overAt === null ? 'started failing' : 'works again';
  return {
    title: `${events[0]?.integration} ${happened}: ${counted(events.length, 'episode')}`,
    text: `${when} ${names.slice(0, MAX_LISTED_EVENTS).join(', ')}${more}`,
  };
}

const what = ({ eventName, integration, about }: NoticeFacts): string =>
  `${eventName} of ${integration}${about === null ? '' : ` about ${about}`}`;

export const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

/** Formats the counts of maintenance, such as `12 failures in 2 episodes, 1 still failing`. */
const outcome = ({ maintenance }: NoticeFacts): string => {
  const { failures = null, episodes = 0, failing = 0 } = maintenance ?? {};
  if (failures === 0 && episodes === 0) return 'no failures';
  const within = counted(episodes, 'episode');
  const all = failures === null ? within : `${counted(failures, 'failure')} in ${within}`;
  return `${all}, ${failing === 0 ? 'none' : failing} still failing`;
};

const entitlement = ({ usage, organization }: NoticeFacts): string => `${usage?.name} of ${organization}`;
const usedTitle = (facts: NoticeFacts): string => `${entitlement(facts)}: ${facts.usage?.threshold} % used`;
const amount = new Intl.NumberFormat('en');
const usedText = ({ at, usage }: NoticeFacts): string => {
  const { used = 0, allowed = 0, hard = false } = usage ?? {};
  const rejects = hard && used >= allowed ? ' Portico rejects further events.' : '';
  return `Since ${momentText(at)}. ${amount.format(used)} of ${amount.format(allowed)} used.${rejects}`;
};

const TITLES: Record<TransitionKind, (facts: NoticeFacts) => string> = {
  'episode.opened': (facts) => `${what(facts)} started failing`,
  'episode.closed': (facts) => `${what(facts)} works again`,
  'episode.flapping': (facts) => `${what(facts)} keeps failing and recovering`,
  'integration.silent': ({ integration }) => `${integration} has gone silent`,
  'integration.back': ({ integration }) => `${integration} sends events again`,
  'view.more': ({ view }) => `More than ${view?.count} events in ${view?.minutes} min: ${view?.name}`,
  'view.none': ({ view }) => `No events for ${view?.minutes} min: ${view?.name}`,
  'view.over': ({ view }) => `As usual again: ${view?.name}`,
  'usage.50': usedTitle,
  'usage.80': usedTitle,
  'usage.100': usedTitle,
  'usage.over': (facts) => `${entitlement(facts)}: below ${facts.usage?.threshold} % again`,
  'platform.behind': ({ productName }) => `${productName} is behind`,
  'platform.caught_up': ({ productName }) => `${productName} has caught up`,
  'maintenance.over': (facts) =>
    `Maintenance of ${facts.integration ?? facts.organization ?? facts.productName} is over: ${outcome(facts)}`,
};

/** Formats a hint about late events. A viewer who filters by the time of the notice would not find these older events. */
const late = (delay = 0): string =>
  delay < MINUTE ? '' : ` They arrived up to ${spanText(new Date(0), new Date(delay))} late.`;

const TEXTS: Record<TransitionKind, (facts: NoticeFacts) => string> = {
  'episode.opened': ({ at, message }) => `Since ${momentText(at)}.${message ? ` ${message}` : ''}`,
  'episode.closed': from,
  'episode.flapping': () =>
    'It failed more than 20 times within 24 hours and recovered in between. Portico sends this notice only once.',
  'integration.silent': ({ at }) => `No event has arrived that was expected by ${momentText(at)}.`,
  'integration.back': from,
  'view.more': ({ at, view }) => `${view?.found} at ${momentText(at)}.${late(view?.delay)}`,
  'view.none': ({ at }) => `At ${momentText(at)}.`,
  'view.over': from,
  'usage.50': usedText,
  'usage.80': usedText,
  'usage.100': usedText,
  'usage.over': from,
  'platform.behind': () =>
    'Events arrive later than usual. Until this is over, Portico reports no integration as silent.',
  'platform.caught_up': from,
  'maintenance.over': ({ at, maintenance }) =>
    [maintenance && lasted(new Date(maintenance.from), at), maintenance?.reason].filter(Boolean).join(' '),
};

/** Returns a console path: an episode, an organization's usage, a view's or an integration's events, or the Trouble screen. */
const linkOf = ({ subject, integrationId, view, usage, maintenance }: NoticeFacts): string => {
  const [what, id] = subject.split(':');
  if (what === 'episode') return `/episodes/${id}`;
  if (usage) return `/organizations/${usage.organizationId}/billing`;
  const { search } = view ?? maintenance ?? {};
  if (search) return `/dashboard?${new URLSearchParams(search).toString()}`;
  if (integrationId === null) return '/dashboard?view=product';
  return `/dashboard?${new URLSearchParams({ where: `integration:#${integrationId}` }).toString()}`;
};

export const wordsOf = (facts: NoticeFacts): { title: string; text: string; link: string } => ({
  title: TITLES[facts.kind](facts),
  text: TEXTS[facts.kind](facts),
  link: linkOf(facts),
});
