/** Currencies whose amounts Stripe writes without decimals. */
const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ');

/**
 * Decimals of an amount in Stripe's API (docs.stripe.com/currencies), which are not those that `Intl` shows: `isk`, `ugx`,
 * `huf` and `twd` have two here, although nobody pays a part of one.
 */
export const stripeDecimals = (currency: string): number => {
  if (ZERO_DECIMAL.includes(currency.toLowerCase())) return 0;
  return THREE_DECIMAL.includes(currency.toLowerCase()) ? 3 : 2;
};

/** An amount of Stripe's as people read it. Never rounded: a currency without cents shows them if there are any. */
export const money = (amount: number, currency: string): string => {
  const decimals = stripeDecimals(currency);
  const units = amount / 10 ** decimals;
  const usual = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const shown = usual.resolvedOptions().maximumFractionDigits ?? decimals;
  const digits = Number.isInteger(units) ? Math.min(shown, decimals) : decimals;
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(units);
};
