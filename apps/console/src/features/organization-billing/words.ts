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

/** `every month`, `every 3 months`. */
export const every = ({ interval, intervalCount }: Pick<SubscriptionLine, 'interval' | 'intervalCount'>): string =>
  intervalCount === 1 ? `every ${interval}` : `every ${formatNumber(intervalCount)} ${interval}s`;

/** `2 × Bank account, $50.00 each, every month`. */
export const lineText = (line: SubscriptionLine, currency: string): string => {
  const { quantity, unitAmount } = line;
  const price =
    unitAmount === null
      ? ''
      : `${money(unitAmount, currency)}${quantity === null ? ' for each use' : quantity === 1 ? '' : ' each'} `;
  return `${price}${every(line)}`;
};

/** `Visa •••• 4242`. */
export const cardText = ({ brand, last4 }: PayingCard): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;

/** Whether the card cannot be charged any more at that moment: it is good until the end of its month. */
export const isExpiredAt = ({ expiresMonth, expiresYear }: PayingCard, moment: string): boolean =>
  new Date(moment) >= new Date(expiresYear, expiresMonth);

export const expiryText = ({ expiresMonth, expiresYear }: PayingCard): string =>
  `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`;

/** What is subscribed to, in a sentence. */
export const namesOf = ({ lines }: BilledSubscription): string =>
  new Intl.ListFormat().format(lines.map(({ name }) => name));

export const INVOICE_STATUS = {
  paid: { text: 'Paid', tone: 'success' },
  open: { text: 'Not paid', tone: 'danger' },
  uncollectible: { text: 'Written off', tone: 'neutral' },
  void: { text: 'Void', tone: 'neutral' },
} as const satisfies Record<BilledInvoice['status'], { text: string; tone: string }>;

const monthDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `November 1`: periods begin and end in UTC. */
export const utcDay = (moment: string): string => monthDays.format(new Date(moment));
/** `November 2026`. */
export const month = (moment: string): string => months.format(new Date(moment));

export const PERIOD_STATE = {
  running: { text: 'Running', tone: 'success', inWords: 'still counting' },
  closing: { text: 'Closing', tone: 'neutral', inWords: 'waiting for the last events of the month' },
  frozen: { text: 'Final', tone: 'neutral', inWords: 'final' },
} as const satisfies Record<UsagePeriod['state'], { text: string; tone: string; inWords: string }>;
