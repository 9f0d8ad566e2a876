/** Currencies whose Stripe amounts have no decimals. */
const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ');

/** Stripe's API uses two decimals for `isk`, `ugx`, `huf` and `twd`, unlike `Intl` (docs.stripe.com/currencies). */
export const stripeDecimals = (currency: string): number => {
  if (ZERO_DECIMAL.includes(currency.toLowerCase())) return 0;
  return THREE_DECIMAL.includes(currency.toLowerCase()) ? 3 : 2;
};

/** Formats a Stripe amount without rounding. Shows cents even for a currency without cents if the amount has cents. */
export const money = (amount: number, currency: string): string => {
  const decimals = stripeDecimals(currency);
  const units = amount / 10 ** decimals;
  const standardFormat = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const shown = standardFormat.resolvedOptions().maximumFractionDigits ?? decimals;
  const digits = Number.isInteger(units) ? Math.min(shown, decimals) : decimals;
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(units);
};
