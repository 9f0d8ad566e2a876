import type { Period } from '@portico/contracts/http/event-health';

/** A copy of the contract's list, because importing it would add schemas to a page's first load. */
export const PERIOD_CHOICES: readonly { id: Period; text: string }[] = [
  { id: '1h', text: '1 h' },
  { id: '24h', text: '24 h' },
  { id: '7d', text: '7 d' },
  { id: '30d', text: '30 d' },
];
export const DEFAULT_PERIOD: Period = '24h';

/** Parses the URL's period. Returns undefined for the default period or an invalid value. */
export const readPeriod = (value: unknown): Period | undefined =>
  PERIOD_CHOICES.find(({ id }) => id === value && id !== DEFAULT_PERIOD)?.id;
