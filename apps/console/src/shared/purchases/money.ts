/** Currencies whose Stripe amounts have no decimals. */
const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ');

/**
 * Decimals of an amount in Stripe's API (docs.stripe.com/currencies). They differ from those of `Intl`: `isk`, `ugx`, `huf` and `twd`
 * have two here, although nothing smaller than one unit is paid.
 */
export const stripeDecimals = (currency: string): number => {
  if (ZERO_DECIMAL.includes(currency.toLowerCase())) return 0;
  return THREE_DECIMAL.includes(currency.toLowerCase()) ? 3 : 2;
};

/** Formats a Stripe amount. Never rounds: a currency without cents shows them if there are any. */
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
