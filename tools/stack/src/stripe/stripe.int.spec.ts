import { expect, it } from '@jest/globals';
import { startStripe } from './index.ts';

type Listed = { data: { default_price: { lookup_key: string; unit_amount: number; recurring: object | null } }[] };

it("the local Stripe sells Portico's offers at their prices", async () => {
  const { url, secretKey, stop } = await startStripe({ port: 0 });
  const headers = { authorization: `Bearer ${secretKey}` };
  const response = await fetch(`${url}/v1/products?limit=100&expand[0]=data.default_price`, { headers });
  const { data } = (await response.json()) as Listed;
  const prices = data.map(({ default_price: { lookup_key: key, unit_amount: cents, recurring } }) => [
    key,
    cents,
    recurring ? 'monthly' : 'once',
  ]);
  expect(prices).toEqual([
    ['admin_user', 5_000, 'monthly'],
    ['bank_account', 5_000, 'monthly'],
    ['credit_card_account', 5_000, 'monthly'],
    ['voucher_50', 5_000, 'once'],
    ['voucher_100', 7_500, 'once'],
    ['voucher_200', 10_000, 'once'],
    ['voucher_400', 15_000, 'once'],
    ['voucher_unit', 30, 'once'],
    ['barcode_admin', 15_000, 'monthly'],
    ['barcode_user', 10_000, 'monthly'],
  ]);
  await stop();
});
