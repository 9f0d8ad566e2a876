import type {
  BilledInvoice,
  BilledSubscription,
  PayingCard,
  SubscriptionLine,
} from '@portico/contracts/http/organization-billing';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import { formatNumber } from '@portico/ui';
import { money } from '../../shared/purchases/money.ts';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
export const day = (moment: string): string => days.format(new Date(moment));

/** Describes an interval: `every month`, `every 3 months`. */
const every = ({ interval, intervalCount }: Pick<SubscriptionLine, 'interval' | 'intervalCount'>): string =>
  intervalCount === 1 ? `every ${interval}` : `every ${formatNumber(intervalCount)} ${interval}s`;

/** Describes the price of a subscribed product: `$50.00 each every month`. */
export const lineText = (line: SubscriptionLine, currency: string): string => {
  const { quantity, unitAmount } = line;
  const price =
    unitAmount === null
      ? ''
      : `${money(unitAmount, currency)}${quantity === null ? ' for each use' : quantity === 1 ? '' : ' each'} `;
  return `${price}${every(line)}`;
};

/** Describes a card: `Visa •••• 4242`. */
export const cardText = ({ brand, last4 }: PayingCard): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;

/** Whether a card has expired at a time. A card is valid until the end of its expiry month. */
export const isExpiredAt = ({ expiresMonth, expiresYear }: PayingCard, moment: string): boolean =>
  new Date(moment) >= new Date(expiresYear, expiresMonth);

export const expiryText = ({ expiresMonth, expiresYear }: PayingCard): string =>
  `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`;

export const namesOf = ({ lines }: BilledSubscription): string =>
  new Intl.ListFormat().format(lines.map(({ name }) => name));

export const INVOICE_STATUS = {
  paid: { text: 'Paid', tone: 'success' },
  open: { text: 'Not paid', tone: 'danger' },
  uncollectible: { text: 'Written off', tone: 'neutral' },
  void: { text: 'Void', tone: 'neutral' },
} as const satisfies Record<BilledInvoice['status'], { text: string; tone: string }>;

const SHAPES = {
  day: { day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const formatOf = (timeZone: string, shape: keyof typeof SHAPES) =>
  new Intl.DateTimeFormat(undefined, { ...SHAPES[shape], timeZone });

/** Formats a day in a time zone: `November 1`. */
export const dayIn = (timeZone: string, moment: string): string => formatOf(timeZone, 'day').format(new Date(moment));
const isFirst = (timeZone: string, moment: string): boolean =>
  new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }).format(new Date(moment)) === '1';
const MAX_MONTH_MS = 32 * 86_400_000;
/** Names a period: `November 2026` for a month, `November 10 – December 9, 2026` for any other period. */
export const periodName = ({ startsAt, endsAt, timeZone }: UsagePeriod): string => {
  const [from, last] = [new Date(startsAt), new Date(Date.parse(endsAt) - 1)];
  const isMonth =
    isFirst(timeZone, startsAt) && isFirst(timeZone, endsAt) && last.getTime() - from.getTime() < MAX_MONTH_MS;
  return isMonth ? formatOf(timeZone, 'month').format(from) : formatOf(timeZone, 'date').formatRange(from, last);
};

export const PERIOD_STATE = {
  running: { text: 'Running', tone: 'success', inWords: 'still counting' },
  closing: { text: 'Closing', tone: 'neutral', inWords: 'waiting for the last events' },
  frozen: { text: 'Final', tone: 'neutral', inWords: 'final' },
} as const satisfies Record<UsagePeriod['state'], { text: string; tone: string; inWords: string }>;
