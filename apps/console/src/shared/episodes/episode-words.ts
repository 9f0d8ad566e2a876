import type { EpisodeImpact } from '@portico/contracts/http/episode-settling';
import type { Episode } from '@portico/contracts/http/episodes';
import { counted, formatDuration, formatNumber, formatTime, type TimeZone } from '@portico/ui';
import type { EpisodeFailures } from './episodes.queries.ts';
import { timesText } from '../health/period.ts';
import { nameOf } from '../health/names.ts';

/** Minimum displayed duration in milliseconds. Shorter durations are displayed as 10 seconds. */
const MIN_SPAN_MS = 10_000;

const spanText = (from: string, to: number): string => formatDuration(Math.max(MIN_SPAN_MS, to - Date.parse(from)));

export const organizationOf = ({ organization, organizationId }: Episode): string =>
  organization ?? `Organization ${organizationId}`;

export const isLive = ({ state }: Pick<Episode, 'state'>): boolean => state === 'open' || state === 'recovering';

/** Describes when an episode failed. Contains the day only once if the first and last failure are on the same day. */
const failedText = ({ firstFailureAt, lastFailureAt }: Episode, zone: TimeZone): string => {
  const [from, to] = [formatTime(firstFailureAt, zone, 'short'), formatTime(lastFailureAt, zone, 'short')];
  if (from === to) return `Failed ${from}`;
  const isOneDay = formatTime(firstFailureAt, zone, 'day') === formatTime(lastFailureAt, zone, 'day');
  return `Failed ${from} – ${isOneDay ? formatTime(lastFailureAt, zone, 'minute') : to}`;
};

const CLOSE_TEXTS = {
  expired: 'no events for 90 days',
  integration_deleted: 'the integration was deleted',
  regrouped: 'grouping by subject was changed',
} as const;

const endText = ({ closeReason, acknowledged }: Episode): string => {
  if (closeReason !== null && closeReason !== 'recovered') return CLOSE_TEXTS[closeReason];
  return acknowledged === null ? 'recovered by itself' : 'recovered';
};

type Titled = Pick<
  Episode,
  | 'integration'
  | 'integrationId'
  | 'eventName'
  | 'subject'
  | 'furtherSubjects'
  | 'state'
  | 'firstFailureAt'
  | 'lastFailureAt'
>;

/** The text is empty if the episode is not limited to a subject. */
const aboutText = ({ subject, furtherSubjects }: Titled): string => {
  if (furtherSubjects !== null)
    return ` about ${formatNumber(furtherSubjects)} further ${furtherSubjects === 1 ? 'subject' : 'subjects'}`;
  if (subject === null) return '';
  return subject === '' ? ' without a subject' : ` about ${subject}`;
};

/** Describes an episode for operators, in a sentence without a full stop. */
export const titleOf = (episode: Titled, now: number): string => {
  const subject = `${episode.eventName} of ${nameOf(episode)}${aboutText(episode)}`;
  switch (episode.state) {
    case 'open':
      return `${subject} has been failing for ${spanText(episode.firstFailureAt, now)}`;
    case 'recovering':
      return `${subject} failed, and succeeds again`;
    default:
      return `${subject} failed for ${spanText(episode.firstFailureAt, Date.parse(episode.lastFailureAt))}`;
  }
};

/** Describes an episode for viewers who are not operators: the consequence, and the newest failure message. */
export const plainTitleOf = (episode: Episode, newest: string | null): string => {
  const subject = nameOf(episode);
  const reason = newest === null ? '.' : `: ${newest}`;
  switch (episode.state) {
    case 'open':
      return `${subject} has trouble delivering${reason}`;
    case 'recovering':
      return `${subject} delivers again. We are watching it.`;
    default:
      return `${subject} had trouble delivering, and that is over.`;
  }
};

export const sinceText = (episode: Episode, now: number, zone: TimeZone): string => {
  const { state, firstFailureAt, closesAt } = episode;
  if (state === 'open') return `since ${formatTime(firstFailureAt, zone, 'short')}`;
  if (state !== 'recovering') return `${failedText(episode, zone)}, ${endText(episode)}`;
  const left = closesAt === null ? 0 : Date.parse(closesAt) - now;
  return left > 0 ? `over in ${formatDuration(Math.max(MIN_SPAN_MS, left))} unless it fails again` : 'over in a moment';
};

export const failuresText = ({ count, isExact }: EpisodeFailures): string =>
  `${isExact ? '' : 'at least '}${counted(count, 'failure')}`;

export const impactText = ({ failures, share, minutes }: EpisodeImpact): string =>
  `event failed ${timesText(failures)} in ${minutes} min (${formatNumber(Math.round(share))} %)`;

export const personText = (person: { id: number; name: string | null }, viewer: number): string =>
  person.id === viewer ? 'you' : (person.name ?? `deleted user ${person.id}`);

export const takenText = (
  { acknowledged, assignee }: Pick<Episode, 'acknowledged' | 'assignee'>,
  viewer: number,
): string => {
  const taken = acknowledged && (acknowledged.by === null ? 'someone' : personText(acknowledged.by, viewer));
  const assigned = assignee && personText(assignee, viewer);
  if (taken !== null && assigned !== null && taken !== assigned)
    return `${taken} took the episode, assigned to ${assigned}`;
  if (taken !== null) return `${taken} took the episode`;
  return assigned === null ? 'not assigned' : `assigned to ${assigned}`;
};
