import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { money, stripeDecimals } from './money.ts';

/** Every currency that Stripe supports, by the number of decimals in its API (docs.stripe.com/currencies). */
const DECIMALS: Record<number, string> = {
  0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
  2:
    'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
    'CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD ' +
    'KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
    'PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX UYU UZS WST XCD ' +
    'XCG YER ZAR ZMW',
  3: 'BHD JOD KWD OMR TND',
};
const TABLE = Object.entries(DECIMALS).flatMap(([decimals, codes]) =>
  codes.split(' ').map((code) => [code, Number(decimals)] as const),
);
/** Extracts the number from a localized text. */
const numberIn = (text: string): number => Number(/\d[\d,]*(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));

describe('money', () => {
  it.each(TABLE)('formats an amount in %s, which has %d decimals in Stripe', (code, decimals) => {
    const currency = code.toLowerCase();
    expect(stripeDecimals(currency)).toBe(decimals);
    expect(numberIn(money(5_000 * 10 ** decimals, currency))).toBe(5_000);
  });

  it('never rounds an amount in any currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TABLE), fc.integer({ min: 0, max: 1e12 }), ([code, decimals], amount) => {
        expect(numberIn(money(amount, code.toLowerCase()))).toBeCloseTo(amount / 10 ** decimals, 3);
      }),
    );
  });

  it.each([
    [500_000, 'huf', 'HUF 5,000'],
    [500_050, 'huf', 'HUF 5,000.50'],
    [500, 'isk', 'ISK 5'],
    [500, 'ugx', 'UGX 5'],
    [500_000, 'idr', 'IDR 5,000'],
    [500_000, 'twd', 'NT$5,000.00'],
    [500, 'jpy', '¥500'],
    [5_120, 'kwd', 'KWD 5.120'],
    [5_000, 'usd', '$50.00'],
  ])('formats %d %s as %s', (amount, currency, text) => {
    expect(money(amount, currency).replaceAll(/\s/g, ' ')).toBe(text);
  });
});
