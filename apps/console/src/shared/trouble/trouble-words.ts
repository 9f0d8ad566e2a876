import type { UsageFault } from '@portico/contracts/http/billing';
import type { Trouble } from '@portico/contracts/http/trouble';
import { formatDuration, formatNumber } from '@portico/ui';
import { notHeardText } from '../silence/silence-words.ts';
import { nameOf } from '../health/names.ts';
import { timesText } from '../health/period.ts';

const MINUTE = 60_000;
/** Maximum number of event names in a line. The line shows the number of further names. */
const MAX_NAMES = 3;

export const spanOf = ({ since }: Trouble, now: number): string =>
  formatDuration(Math.max(MINUTE, now - Date.parse(since)));

/** For operators. */
export function troubleTitle(trouble: Trouble, now: number, owner = ''): string {
  const name = `${nameOf(trouble)}${owner}`;
  switch (trouble.level) {
    case 'failing':
      return `${name} has been failing for ${spanOf(trouble, now)}`;
    case 'silent':
      return `${name} has been silent for ${spanOf(trouble, now)}`;
    case 'below':
      return `${name} has failures below the threshold`;
    case 'recovering':
      return `${name} failed, and succeeds again`;
  }
}

/** For customers. */
export function plainTroubleTitle(trouble: Trouble, now: number): string {
  const name = nameOf(trouble);
  switch (trouble.level) {
    case 'failing':
      return `${name} has trouble delivering`;
    case 'silent':
      return trouble.silence ? notHeardText(trouble.silence, now) : `${name} sends no events`;
    case 'below':
      return `Some events of ${name} failed`;
    case 'recovering':
      return `${name} delivers again. We are watching it.`;
  }
}

/** Names with the most failures come first. */
const eventNamesOf = ({ episodes }: Trouble): string[] => [...new Set(episodes.map(({ eventName }) => eventName))];

/** Converts an event name to words: `payment.submitted` to `payment submitted`. */
export const plainEventName = (name: string): string => name.replaceAll(/[._:/-]+/g, ' ').trim();

export function whatFails(trouble: Trouble): string {
  const names = eventNamesOf(trouble);
  const more = names.length - MAX_NAMES;
  const listed = `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
  if (!trouble.impact || trouble.impact.failures === 0) return listed;
  const { failures, share, minutes } = trouble.impact;
  return `${listed} failed ${timesText(failures)} in ${minutes} min (${formatNumber(Math.round(share))} %)`;
}

/** The organization whose usage differs at Stripe; null if the usage of every organization differs. */
export const payerOf = ({ organizationId, organizationName }: UsageFault): string | null =>
  organizationName ?? (organizationId === null ? null : `Organization ${organizationId}`);
