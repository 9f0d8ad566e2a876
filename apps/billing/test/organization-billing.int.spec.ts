import { setTimeout } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BilledSubscription, OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { DECLINED_CARD, GOOD_CARD } from '@portico/stripe-stand-in';
import { eventually, STARTING } from '@portico/testkit';
import { Customer } from '../src/customers/customer.entity.ts';
import { CustomerBilling } from '../src/organization-billing/customer-billing.ts';
import { type Billing, CONSOLE_URL, newId, type Shop, startBilling } from './billing.ts';
import { buttons, checkout, pay, portal, press } from './paying.ts';
import { deliver } from './post-office.ts';

const DAY = 86_400_000;

describe('the billing of an organization', () => {
  let billing: Billing;
  const pathOf = ({ organizationId }: Pick<Shop, 'organizationId'>): string =>
    `/organization-billing/${organizationId}`;
  /** Reads the billing after it clears the cached response. */
  const billingOf = async (shop: Shop): Promise<OrganizationBilling> => {
    const em = billing.app.get(MikroORM).em.fork();
    const { customerId } = await em.findOneOrFail(Customer, { organizationId: shop.organizationId });
    billing.app.get(CustomerBilling).forget(customerId ?? '');
    const { status, body } = await shop.call('GET', pathOf(shop));
    if (status !== 200) throw new Error(`billing was answered ${status}: ${JSON.stringify(body)}`);
    return body as OrganizationBilling;
  };
  const subscriptionOf = async (shop: Shop): Promise<BilledSubscription | undefined> =>
    (await billingOf(shop)).subscriptions[0];
  const payInvoice = (url: string, card: string): Promise<Response> =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'pay', card, expiry: '12 / 40', cvc: '123' }) });

  beforeAll(async () => {
    billing = await startBilling();
  }, STARTING);
  afterEach(() => billing.post.deliverTo(billing.url));
  afterAll(() => billing.stop());

  // spec: D.108
  it('contains the paid items, the card, the next charge and the invoices', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account', 'prod_voucher_50'));
    await pay(await checkout(shop, 'prod_voucher_100'));
    const { organization, subscriptions, invoices, hasMore } = await billingOf(shop);
    expect(organization).toEqual({ id: shop.organizationId, name: `Organization ${shop.organizationId}` });
    expect(subscriptions).toMatchObject([
      {
        status: 'active',
        currency: 'usd',
        lines: [{ name: 'Bank account', quantity: 1, unitAmount: 5_000, interval: 'month', intervalCount: 1 }],
        endsAt: null,
        nextCharge: { amount: 5_000 },
        card: { brand: 'visa', last4: '4242', expiresMonth: 12, expiresYear: 2_040 },
        openInvoice: null,
      },
    ]);
    const next = new Date(subscriptions[0]?.nextCharge?.at ?? 0).getTime() - Date.now();
    expect(Math.round(next / DAY)).toBe(30);
    // Both the one-time payment and the subscription have an invoice.
    expect(invoices.map(({ status, total, amountDue }) => [status, total, amountDue])).toEqual([
      ['paid', 7_500, 0],
      ['paid', 10_000, 0],
    ]);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(2);
    expect(hasMore).toBe(false);
    const pdf = await fetch(invoices[0]?.pdfUrl ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*Paid: \$75\.00[\s\S]*%%EOF\n$/);
  });

  it('shows the end of a canceled subscription until the cancellation is revoked', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    const page = await portal(shop, (await billingOf(shop)).customerId);
    const [subscription = ''] = await buttons(page, 'end');
    await press(page, 'end', subscription);
    const ending = await subscriptionOf(shop);
    expect(ending).toMatchObject({ status: 'active', nextCharge: null });
    expect(ending?.endsAt).toBe(ending?.periodEndsAt);
    await press(page, 'resume', subscription);
    expect(await subscriptionOf(shop)).toMatchObject({ endsAt: null, nextCharge: { amount: 5_000 } });
    await press(page, 'end', subscription);
    await press(page, 'renew', subscription);
    expect(await billingOf(shop)).toMatchObject({ subscriptions: [], invoices: [{ status: 'paid' }] });
  });

  it('links a failed payment to the open invoice, which can be paid with another card', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    const page = await portal(shop, (await billingOf(shop)).customerId);
    const [subscription = ''] = await buttons(page, 'fail');
    await press(page, 'fail', subscription);
    const late = await subscriptionOf(shop);
    expect(late).toMatchObject({
      status: 'past_due',
      nextCharge: null,
      openInvoice: { status: 'open', amountDue: 5_000, nextAttemptAt: expect.any(String) },
    });
    expect((await billingOf(shop)).invoices.map(({ status }) => status)).toEqual(['open', 'paid']);
    const url = late?.openInvoice?.pageUrl ?? '';
    expect((await payInvoice(url, DECLINED_CARD)).status).toBe(402);
    expect((await subscriptionOf(shop))?.status).toBe('past_due');
    expect((await payInvoice(url, GOOD_CARD)).status).toBe(200);
    expect(await subscriptionOf(shop)).toMatchObject({
      status: 'active',
      openInvoice: null,
      nextCharge: { amount: 5_000 },
    });
  });

  it('matches Stripe even if webhooks are missing, repeated or misordered', async () => {
    const shop = await billing.shop();
    billing.post.deliverTo(null);
    const before = billing.post.letters.length;
    await pay(await checkout(shop, 'prod_bank_account'));
    const page = await portal(shop, (await billingOf(shop)).customerId);
    const [subscription = ''] = await buttons(page, 'fail');
    await press(page, 'fail', subscription);
    expect(await subscriptionOf(shop)).toMatchObject({ status: 'past_due' });
    await press(page, 'renew', subscription);
    await press(page, 'end', subscription);
    const letters = await eventually(() => {
      const seen = billing.post.letters.slice(before);
      return seen.filter(({ type }) => type === 'customer.subscription.updated').length >= 3 && seen;
    });
    const now = await billingOf(shop);
    expect(now.subscriptions).toMatchObject([{ status: 'active', nextCharge: null, endsAt: expect.any(String) }]);
    for (const letter of [...letters.toReversed(), ...letters])
      expect((await deliver(billing.url, letter)).status).toBe(204);
    await eventually(() => billing.states(shop.organizationId).length > 0);
    expect(await billingOf(shop)).toEqual(now);
  });

  it("shows the customer's new card", async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    const page = await portal(shop, (await billingOf(shop)).customerId);
    const form = { replace: 'card', number: '5555 5555 5555 4444', expiry: '03 / 41' };
    await fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    expect((await subscriptionOf(shop))?.card).toMatchObject({ last4: '4444', expiresMonth: 3, expiresYear: 2_041 });
  });

  it('is read from Stripe once for concurrent callers, and cached for 10 seconds', async () => {
    billing.post.deliverTo(null);
    const [shop, other] = [await billing.shop(), await billing.shop()];
    for (const one of [shop, other]) await pay(await checkout(one, 'prod_bank_account'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call('GET', pathOf(shop))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { customerId, subscriptions } = (await shop.call('GET', pathOf(shop))).body as OrganizationBilling;
    const ids = [`customer=${customerId}`, `subscription=${subscriptions[0]?.id}`];
    const requests = billing.wire.sent.filter(({ query, body }) => ids.some((id) => `${query}&${body}`.includes(id)));
    for (const path of ['/v1/subscriptions', '/v1/invoices', '/v1/invoices/create_preview'])
      expect(requests.filter((one) => one.path === path)).toHaveLength(1);
    const { body } = await other.call('GET', pathOf(other));
    expect(body).toMatchObject({ organization: { id: other.organizationId } });
    expect((body as OrganizationBilling).customerId).not.toBe(customerId);
  });

  it('is read from Stripe again after a webhook about a change', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    const page = await portal(shop, (await billingOf(shop)).customerId);
    await press(page, 'end', (await buttons(page, 'end'))[0] ?? '');
    await eventually(async () => {
      const { body } = await shop.call('GET', pathOf(shop));
      return typeof (body as OrganizationBilling).subscriptions[0]?.endsAt === 'string';
    }, 8_000);
  });

  it('requests the next charges of at most four subscriptions at a time', async () => {
    const shop = await billing.shop();
    for (let index = 0; index < 6; index++) await pay(await checkout(shop, 'prod_bank_account'));
    let inFlight = 0;
    let most = 0;
    billing.wire.onAnswer(async (path, body) => {
      if (!path.endsWith('/create_preview')) return body;
      most = Math.max(most, ++inFlight);
      await setTimeout(200);
      inFlight -= 1;
      return body;
    });
    const { subscriptions } = await billingOf(shop);
    billing.wire.onAnswer(null);
    expect(subscriptions.map(({ nextCharge }) => nextCharge?.amount)).toEqual(Array.from({ length: 6 }, () => 5_000));
    expect(most).toBe(4);
  });

  // spec: D.108
  it('is visible to managers and administrators, and not found for strangers', async () => {
    const { organizationId, userId, membershipId, call } = await billing.shop();
    const path = pathOf({ organizationId });
    const none = await call('GET', path);
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'stripe_customer_not_found', message: 'Your organization does not have a Stripe account' },
    });
    await pay(await checkout({ organizationId, userId, membershipId, call }, 'prod_bank_account'));
    expect((await call('GET', path)).status).toBe(200);
    expect((await billing.admin('GET', path)).status).toBe(200);
    const stranger = await billing.as(billing.url, 'CLIENT', newId());
    const refused = await stranger('GET', path);
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await stranger('GET', '/organization-billing/2147000000')).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: (refused.body as { message: string }).message },
    });
    await billing.tell({ id: membershipId, organizationId, userId, version: 2, approved: false });
    const withdrawn = await eventually(async () => {
      const answer = await call('GET', path);
      return answer.status !== 200 && answer;
    });
    expect(withdrawn).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  // spec: 7.27
  it('has a customer portal with a link back to the console', async () => {
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    const { customerId } = await billingOf(shop);
    expect(await (await fetch(await portal(shop, customerId))).text()).toContain(
      `href="${CONSOLE_URL}/organizations/${shop.organizationId}/billing"`,
    );
    expect(await (await fetch(await portal({ ...shop, call: billing.admin }, customerId))).text()).toContain(
      `href="${CONSOLE_URL}/billing"`,
    );
  });

  it('is unavailable during an outage of Stripe, and not found for a customer that Stripe does not have', async () => {
    billing.post.deliverTo(null);
    const shop = await billing.shop();
    await pay(await checkout(shop, 'prod_bank_account'));
    expect(await billing.wire.cut(() => shop.call('GET', pathOf(shop)))).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    // The failed response was not cached.
    expect((await shop.call('GET', pathOf(shop))).status).toBe(200);
    const em = billing.app.get(MikroORM).em.fork();
    await em.execute(`update customers set customer_id = ? where organization_id = ?`, [
      `cus_gone${shop.organizationId}`,
      shop.organizationId,
    ]);
    expect(await shop.call('GET', pathOf(shop))).toMatchObject({
      status: 404,
      body: { code: 'stripe_customer_not_found' },
    });
  });
});
