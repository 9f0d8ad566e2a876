// A test of another project's shop: a product, a checkout that is paid on the hosted page, and the webhook that reports it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { GOOD_CARD, startStripe } from '@portico/stripe-stand-in';
import { Stripe } from 'stripe';

const events = [];
let shop, standIn, stripe;
before(async () => {
  shop = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const payload = Buffer.concat(chunks).toString();
    const event = stripe.webhooks.constructEvent(payload, request.headers['stripe-signature'], standIn.webhookSecret);
    events.push(event);
    response.end();
    shop.emit(event.type, event.data.object);
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  standIn = await startStripe({ port: 0, webhookUrl: `http://127.0.0.1:${shop.address().port}/webhook` });
  const { hostname, port } = new URL(standIn.url);
  stripe = new Stripe(standIn.secretKey, { host: hostname, port, protocol: 'http' });
});
after(async () => {
  await standIn.stop();
  shop.close();
});

await test('a paid checkout reaches the shop as a signed webhook', async () => {
  const product = await stripe.products.create({
    name: 'Seat',
    default_price_data: { currency: 'usd', unit_amount: 1_200, recurring: { interval: 'month' } },
  });
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: product.default_price, quantity: 2 }],
    success_url: 'http://127.0.0.1/thanks',
  });

  const completed = once(shop, 'checkout.session.completed');
  const body = new URLSearchParams({ action: 'pay', card: GOOD_CARD, expiry: '12 / 40', cvc: '123' });
  const page = await fetch(session.url, { method: 'POST', body, redirect: 'manual' });
  assert.equal(page.status, 303);

  const [paid] = await completed;
  assert.equal(paid.id, session.id);
  assert.equal(paid.amount_total, 2_400);
  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  assert.equal(data[0].status, 'active');
});
