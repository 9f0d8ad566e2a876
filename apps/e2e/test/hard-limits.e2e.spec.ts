import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const NAME = 'Credit card accounts';
/** Allowed count of the entitlement: one included and one bought. */
const ALLOWED = 2;

describe('an entitlement with a hard limit', () => {
  let product: Publishing;

  const open = async (account: string, path: string): Promise<Page> => {
    const page = await product.newPage(account);
    await page.goto(product.stack.consoleUrl + path);
    return page;
  };
  const entitlement = async () => {
    const { body } = await product.client('GET', `/organizations/${product.integration.organizationId}`);
    const { organizationEntitlements } = body as OrganizationDetail;
    const found = organizationEntitlements.find((row) => row.entitlement.name === NAME);
    if (!found) throw new Error(`${NAME} has not been granted`);
    return found;
  };
  const publish = (count: number) =>
    product.outsider.publish(...Array.from({ length: count }, () => eventOf(product.integration)));

  beforeAll(async () => {
    product = await takePublishing('card feed');
    const { client, integration } = product;
    const order = { productIds: ['prod_credit_card_account'], organizationId: integration.organizationId };
    const { url } = (await client('POST', '/stripe/checkout', order)).body as { url: string };
    const page = await product.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
    await page.waitForURL(/session_id=/);
    await page.context().close();
    await eventually(entitlement, TIMEOUT_MS);
  });
  afterAll(() => product?.stop());

  // spec: D.86
  it('rejects events at the limit, and counts them when they are published again after an increase', async () => {
    const { organizationId } = product.integration;
    const admin = await open('admin', '/billing/meters');
    await admin.getByRole('button', { name: `Add a meter to ${NAME}` }).click();
    const meter = admin.getByRole('dialog', { name: `Meter of ${NAME}` });
    await meter.getByLabel('Query').fill(`integration:#${product.integration.id}`);
    await meter.getByText('Hard limit', { exact: true }).click();
    await meter.getByRole('button', { name: 'Save' }).click();
    await meter.waitFor({ state: 'hidden' });
    await admin.getByText('Portico rejects events above the limit.').waitFor();

    const customer = await open('client', `/organizations/${organizationId}`);
    await customer.getByText('Portico rejects events above the limit.').waitFor();
    await publish(ALLOWED);
    await customer.getByRole('link', { name: `${ALLOWED} used of ${NAME}, show events` }).waitFor();
    await customer.getByText('The limit is reached: Portico rejects further events.').waitFor();

    await publish(2);
    await admin.goto(`${product.stack.consoleUrl}/rejected`);
    await admin
      .getByRole('region', { name: /^Causes/ })
      .getByRole('button', { name: /over entitlement/ })
      .click();
    await admin.getByRole('button', { name: 'Correct all…' }).click();
    const correction = admin.getByRole('dialog', { name: 'Correct all' });
    await correction.getByRole('button', { name: 'Preview' }).click();
    await correction.getByRole('row', { name: 'Would be rejected again 2' }).waitFor();

    const { id } = await entitlement();
    await product.admin('PUT', `/organization-entitlements/${id}`, { allowedCount: 10 });
    await customer.getByText(/^2 of 10$/).waitFor();

    await admin.goto(`${product.stack.consoleUrl}/rejected?code=over_entitlement&pointer=`);
    await admin.getByRole('button', { name: 'Correct all…' }).click();
    await eventually(async () => {
      await correction.getByRole('button', { name: 'Preview' }).click();
      return correction.getByRole('row', { name: 'Would be accepted 2' }).isVisible();
    }, TIMEOUT_MS);
    await correction.getByRole('button', { name: 'Publish 2' }).click();
    await correction.getByText('Done: 2 of 2 events').waitFor();
    const used = customer.getByRole('link', { name: `4 used of ${NAME}, show events` });
    await used.click();
    await customer.getByText(/^4 events$/).waitFor();
    await Promise.all([customer.context().close(), admin.context().close()]);
  });
});
