import { DECLINED_CARD, GOOD_CARD } from '@portico/stripe-stand-in';
import { Stripe } from 'stripe';
import type { Shop, Surroundings } from './billing.ts';

/**
 * Starts a checkout; returns the URL of its payment page.
 * @throws if it is rejected.
 */
export async function checkout({ call, organizationId }: Shop, ...productIds: string[]): Promise<string> {
  const { status, body } = await call('POST', '/stripe/checkout', { productIds, organizationId });
  if (status !== 200) throw new Error(`checkout was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { url: string }).url;
}

export const sessionIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

const postForm = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Submits the payment page. Returns the redirect, or the page again if the card is declined. */
export const pay = (url: string, card = GOOD_CARD): Promise<Response> =>
  postForm(url, { action: 'pay', card, expiry: '12 / 40', cvc: '123' });
export const payDeclined = (url: string): Promise<Response> => pay(url, DECLINED_CARD);

/** Presses a button of the portal: cancel, renew or fail a subscription; refund or dispute a charge; win or lose a dispute. */
export const press = (portalUrl: string, button: string, object: string): Promise<Response> =>
  postForm(portalUrl, { [button]: object });

/** URL of the customer's portal page. */
export async function portal({ call }: Shop, customerId: string): Promise<string> {
  const { status, body } = await call('POST', '/stripe/customer-portal', { customerId });
  if (status !== 200) throw new Error(`the portal was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { url: string }).url;
}

/** Objects with this button in the portal, e.g. all subscriptions that can be canceled. */
export async function buttons(portalUrl: string, name: string): Promise<string[]> {
  const html = await (await fetch(portalUrl)).text();
  return [...html.matchAll(new RegExp(`name="${name}" value="(\\w+)"`, 'g'))].map(([, id]) => id ?? '');
}

/** Returns an SDK client for direct changes in Stripe, as in Stripe's dashboard. */
export const dashboard = ({ stripe: { url, secretKey } }: Surroundings): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
};

/** Subscribes a customer to new products, without a checkout. */
export async function subscribe(stripe: Stripe, customer: string, count: number): Promise<Stripe.Subscription> {
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const items = [];
  for (let index = 0; index < count; index += 1) {
    const { id: product } = await stripe.products.create({ name: `Part ${index}` });
    const { id: price } = await stripe.prices.create({
      product,
      currency: 'usd',
      unit_amount: 100 + index,
      recurring: { interval: 'month' },
    });
    items.push({ price });
  }
  return stripe.subscriptions.create({ customer, default_payment_method: card, items });
}
