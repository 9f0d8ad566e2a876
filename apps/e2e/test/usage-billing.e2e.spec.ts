import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { dataDirOf, readStack } from '@portico/stack';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Timeout for usage in Stripe. Billing reads Stripe's meters once a minute. */
const READ = 90_000;
const KEY = 'voucher';
const DAY = 86_400;

const seconds = (): number => Math.floor(Date.now() / 1_000);
/** Waits for the next second. Stripe's times are whole seconds, and an invoice excludes the second in which its period ends. */
const nextSecond = (): Promise<unknown> => {
  const now = seconds();
  return eventually(() => seconds() > now, TIMEOUT_MS);
};

describe('usage that Stripe charges for', () => {
  let product: Publishing;
  let customer: string;

  /** Calls Stripe's API in the same way as Stripe's dashboard. */
  const stripe = async <Answer>(
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string>,
  ): Promise<Answer> => {
    const dataDir = dataDirOf(product.stack.environment);
    const { stripeKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { stripeKey: string };
    const url = new URL(`/v1/${path}`, readStack(dataDir)?.stripeApiUrl);
    const body = new URLSearchParams(form);
    if (method === 'GET') url.search = body.toString();
    const headers = { authorization: `Bearer ${stripeKey}` };
    const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const open = async (account: string, path: string): Promise<Page> => {
    const page = await product.newPage(account);
    await page.goto(product.stack.consoleUrl + path);
    return page;
  };
  const publish = (count: number) =>
    product.outsider.publish(...Array.from({ length: count }, () => eventOf(product.integration)));
  const organization = async (): Promise<OrganizationDetail> =>
    (await product.client('GET', `/organizations/${product.integration.organizationId}`)).body as OrganizationDetail;

  beforeAll(async () => {
    product = await takePublishing('payroll', { isNew: true });
    const order = { productIds: ['prod_voucher_50'], organizationId: product.integration.organizationId };
    const { url } = (await product.client('POST', '/stripe/checkout', order)).body as { url: string };
    const page = await product.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL(/session_id=/);
    await page.context().close();
    customer = await eventually(async () => {
      const { customerId, organizationEntitlements } = await organization();
      return organizationEntitlements.length === 1 && customerId;
    }, TIMEOUT_MS);
  });
  afterAll(() => product?.stop());

  // spec: D.86, D.108
  it('is invoiced with a link to its events, and appears as trouble if Stripe has a different count', async () => {
    const { organizationId } = product.integration;
    const { id: meter } = await stripe<{ id: string }>('POST', 'billing/meters', {
      display_name: 'Vouchers',
      event_name: KEY,
      'default_aggregation[formula]': 'sum',
    });
    const { id: offer } = await stripe<{ id: string }>('POST', 'products', { name: 'Vouchers by use' });
    const { id: price } = await stripe<{ id: string }>('POST', 'prices', {
      product: offer,
      currency: 'usd',
      unit_amount: '3',
      'recurring[interval]': 'month',
      'recurring[usage_type]': 'metered',
      'recurring[meter]': meter,
    });
    const untilStripeHas = async (sum: number): Promise<void> => {
      const minute = Math.floor(seconds() / 60) * 60;
      const [from, to] = [minute - 34 * DAY, minute + DAY];
      const range = { customer, start_time: String(from), end_time: String(to) };
      type Summaries = { data: { aggregated_value: number }[] };
      await eventually(async () => {
        const { data } = await stripe<Summaries>('GET', `billing/meters/${meter}/event_summaries`, range);
        return data[0]?.aggregated_value === sum;
      }, READ);
      await nextSecond();
    };

    const admin = await open('admin', '/billing/meters');
    await admin.getByRole('button', { name: 'Add a meter to Vouchers' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Meter of Vouchers' });
    await dialog.getByLabel('Query').fill(`integration:#${product.integration.id}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await publish(2);
    const page = await open('client', `/organizations/${organizationId}`);
    await page.getByRole('link', { name: '2 used of Vouchers, show events' }).waitFor();
    await untilStripeHas(2);
    // The subscription begins now, so it does not include earlier usage.
    await stripe('POST', 'subscriptions', { customer, 'items[0][price]': price });
    await publish(3);
    await untilStripeHas(5);
    const renew = async (): Promise<void> => {
      await page.goto(`${product.stack.consoleUrl}/organizations/${organizationId}/billing`);
      await page.getByRole('button', { name: 'Customer portal' }).click();
      await page.getByRole('button', { name: 'Renewal is paid' }).click();
      await page.getByRole('link', { name: /^Return to/ }).click();
      await page.waitForURL(/\/organizations\/\d+\/billing/);
    };
    await renew();
    const invoices = page.getByRole('list', { name: 'Invoices' });
    await invoices.getByText(/^3 used of Vouchers/).waitFor();
    await invoices.getByRole('link', { name: /^Show events of Vouchers since / }).click();
    await page.waitForURL(/\/dashboard\?/);
    await page.getByText(/^3 events$/).waitFor();

    await admin.goto(`${product.stack.consoleUrl}/usage`);
    await admin.getByText('Stripe has the same usage as Portico').waitFor();
    // Simulates another program that reports usage of the customer.
    await stripe('POST', 'billing/meter_events', {
      event_name: KEY,
      'payload[stripe_customer_id]': customer,
      'payload[value]': '4',
    });
    await publish(1);
    await untilStripeHas(10);
    await renew();
    await invoices.getByText(/^5 used of Vouchers/).waitFor();

    await admin.goto(`${product.stack.consoleUrl}/dashboard?view=product`);
    await admin.getByRole('link', { name: /^Trouble: .*1 usage difference with Stripe$/ }).waitFor();
    await admin.getByRole('link', { name: /^Stripe has a different usage for Northwind, voucher/ }).click();
    const faults = admin.getByRole('list', { name: 'Usage differences' });
    await faults.getByText(/^Invoice .+-\d{4} charges 5, Portico counted 1$/).waitFor();
    await faults.getByRole('link', { name: 'Open billing of Northwind' }).click();
    await admin.waitForURL(`**/organizations/${organizationId}/billing`);
    await admin.getByRole('link', { name: /^Show events of Vouchers in / }).click();
    await admin.getByText(/^6 events$/).waitFor();
    await Promise.all([page.context().close(), admin.context().close()]);
  });
});
