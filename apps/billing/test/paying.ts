import { DECLINED_CARD, GOOD_CARD } from '@portico/stripe-stand-in';
import type { Shop } from './billing.ts';

/** Address of a new payment page. @throws when the checkout was rejected. */
export async function checkout({ call, organizationId }: Shop, ...productIds: string[]): Promise<string> {
  const { status, body } = await call('POST', '/stripe/checkout', { productIds, organizationId });
  if (status !== 200) throw new Error(`checkout was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { url: string }).url;
}

export const sessionIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

const postForm = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Fills in the payment page; returns where the browser is redirected, or the page again when the card is declined. */
export const pay = (url: string, card = GOOD_CARD): Promise<Response> =>
  postForm(url, { action: 'pay', card, expiry: '12 / 40', cvc: '123' });
export const payDeclined = (url: string): Promise<Response> => pay(url, DECLINED_CARD);

/** Presses a button of the portal: cancel, renew, fail (a subscription), refund, dispute, won or lost (a charge). */
export const press = (portalUrl: string, button: string, object: string): Promise<Response> =>
  postForm(portalUrl, { [button]: object });

/** Address of the customer's portal page. */
export async function portal({ call }: Shop, customerId: string): Promise<string> {
  const { status, body } = await call('POST', '/stripe/customer-portal', { customerId });
  if (status !== 200) throw new Error(`the portal was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { url: string }).url;
}

/** Subjects of the portal's buttons, e.g. every subscription that can be canceled. */
export async function buttons(portalUrl: string, name: string): Promise<string[]> {
  const html = await (await fetch(portalUrl)).text();
  return [...html.matchAll(new RegExp(`name="${name}" value="(\\w+)"`, 'g'))].map(([, id]) => id ?? '');
}
