import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { MeterPreview } from '@portico/contracts/http/usage';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const FAILURE = { result: 'FAILURE', severity_text: 'ERROR' } as const;

describe('the usage of an entitlement', () => {
  let product: Publishing;

  const meter = () => `status:SUCCESS integration:#${product.integration.id}`;
  const open = async (account: string, path: string): Promise<Page> => {
    const page = await product.newPage(account);
    await page.goto(product.stack.consoleUrl + path);
    return page;
  };
  const publish = (...results: object[]) =>
    product.outsider.publish(...results.map((result) => eventOf(product.integration, result)));

  beforeAll(async () => {
    product = await takePublishing('payroll', { isNew: true });
    const { client, integration } = product;
    const order = { productIds: ['prod_voucher_50'], organizationId: integration.organizationId };
    const { url } = (await client('POST', '/stripe/checkout', order)).body as { url: string };
    const page = await product.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL(/session_id=/);
    await page.context().close();
    await eventually(async () => {
      const { body } = await client('GET', `/organizations/${integration.organizationId}`);
      return (body as { organizationEntitlements: unknown[] }).organizationEntitlements.length === 1;
    }, TIMEOUT_MS);
    await publish({}, {}, FAILURE);
    // Waits, because the preview counts only stored events.
    await eventually(async () => {
      const { body } = await product.admin('POST', '/meters/preview', { where: meter(), measure: 'events' });
      const own = (body as MeterPreview).data.find((row) => row.organizationId === integration.organizationId);
      return own?.events === 2;
    }, TIMEOUT_MS);
  });
  afterAll(() => product?.stop());

  // spec: D.86, D.97
  it('appears after an administrator saves its meter, and links to the counted events', async () => {
    const admin = await open('admin', '/billing');
    await admin.getByRole('link', { name: 'Meters' }).click();
    await admin.getByRole('button', { name: 'Add a meter to Vouchers' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Meter of Vouchers' });
    await dialog.getByLabel('Query').fill('refused');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^A meter needs a field/).waitFor();
    await dialog.getByLabel('Query').fill(meter());
    await dialog.getByRole('button', { name: 'Try the meter on the last 30 days' }).click();
    await dialog.getByRole('list', { name: 'Last 30 days by organization' }).getByText('Northwind').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await admin.getByText(`Counts events where ${meter()}`).waitFor();

    const page = await open('client', `/organizations/${product.integration.organizationId}`);
    await page.getByRole('link', { name: '2 used of Vouchers, show events' }).waitFor();
    await publish({}, FAILURE, {});
    const used = page.getByRole('link', { name: '4 used of Vouchers, show events' });
    await used.waitFor();
    await page.getByText('of 50', { exact: false }).waitFor();
    await used.click();
    await page.waitForURL(/\/dashboard\?where=/);
    await page.getByText(/^4 events$/).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByText('NDJSON').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const file = await (await downloading).path();
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(4);

    await page.goto(`${product.stack.consoleUrl}/organizations/${product.integration.organizationId}/billing`);
    await page.getByRole('link', { name: /^Show events of Vouchers in / }).waitFor();
    await page.getByRole('figure', { name: /^Vouchers by day: most on .+, 4$/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Adjust/ }).count()).toBe(0);

    await admin.goto(page.url());
    await admin.getByRole('button', { name: /^Adjust Vouchers in / }).click();
    await admin.getByLabel('Amount').fill('-1');
    await admin.getByLabel('Reason').fill('A retry');
    await admin.getByRole('dialog').getByRole('button', { name: 'Adjust' }).click();
    await page.getByText(/^Adjusted by -1 on .+: A retry$/).waitFor();
    await Promise.all([page.context().close(), admin.context().close()]);
  });
});
