import type { Maintenance, Occurrence } from '@portico/contracts/http/maintenance';
import { formatDuration, formatTime } from '@portico/ui';

const MINUTE = 60_000;

/** Describes the integrations that a maintenance window covers. */
export const coveredText = ({
  scope,
  organization,
  organizationId,
  integration,
  integrationId,
}: Maintenance): string => {
  if (scope === 'product') return 'All integrations of all organizations';
  if (scope === 'organization') return `All integrations of ${organization ?? `organization ${organizationId}`}`;
  return integration ?? `Integration ${integrationId}`;
};

const formatIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Formats an occurrence in a time zone, or in UTC if the browser does not know the time zone. */
export const occurrenceText = ({ from, to }: Occurrence, timeZone: string): string => {
  const [start, end] = [new Date(from), new Date(to)];
  try {
    return formatIn(timeZone).formatRange(start, end);
  } catch {
    return `${formatIn('UTC').formatRange(start, end)} UTC`;
  }
};

const spanText = ({ from, to }: Occurrence): string =>
  `${formatTime(from, 'local', 'short')} to ${formatTime(to, 'local', 'short')}`;

export const timesText = ({ state, when, next: [occurrence], endedEarlyAt }: Maintenance): string => {
  if (state === 'past') {
    const ended = endedEarlyAt === null ? '' : `, ended early at ${formatTime(endedEarlyAt, 'local', 'short')}`;
    return when.kind === 'once' ? `${spanText(when)}${ended}` : `${when.cron} in ${when.timeZone}, never again`;
  }
  if (occurrence === undefined) return '';
  const begins = state === 'current' ? `Until ${formatTime(occurrence.to, 'local', 'short')}` : spanText(occurrence);
  if (when.kind === 'once') return begins;
  return `${begins}; recurs ${when.cron} in ${when.timeZone} for ${formatDuration(when.minutes * MINUTE)}`;
};
