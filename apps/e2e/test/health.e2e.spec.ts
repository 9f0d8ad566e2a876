// product: new, because administrators see what is wrong of deleted integrations, too.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page: it is asked for again every ten seconds. */
const SOON = 30_000;
const VIEWPORT = { width: 1440, height: 900 };

describe('a broken integration', () => {
  let stack: Publishing['stack'];
  let page: Page;
  let outsider: Publishing['outsider'];
  let integration: Publishing['integration'];
  let stop: Publishing['stop'];

  beforeAll(async () => {
    const product = await takePublishing('banking', { soon: SOON, isNew: true });
    ({ stack, outsider, integration, stop } = product);
    page = await product.newPage('admin', { locale: 'en-US', timezoneId: 'UTC', viewport: VIEWPORT });
    await outsider.publish(...Array.from({ length: 20 }, () => eventOf(integration, { event_name: 'transfer.sent' })));
  });
  afterAll(() => stop?.());

  it('is seen among what is wrong now, and followed to what fails most and to its failures in the list', async () => {
    await page.goto(`${stack.consoleUrl}/dashboard?view=product`);
    const wrong = page.getByRole('region', { name: 'What is wrong now' });
    await wrong.getByText('Nothing in the last 24 hours.').waitFor();

    const failures = Array.from({ length: 7 }, (_, index) =>
      eventOf(integration, {
        event_name: index < 5 ? 'transfer.refused' : 'account.closed',
        result: 'FAILURE',
        severity_text: 'ERROR',
        details: { message: index < 5 ? 'The bank refused it' : 'No such account' },
      }),
    );
    await outsider.publish(...failures);
    await wrong.getByRole('link', { name: /The last 7 events of banking of Northwind failed/ }).click();

    await page.getByRole('heading', { name: 'banking', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/integrations/${integration.id}`);
    const failing = page.getByRole('region', { name: 'Failing most' });
    await failing.getByText('The bank refused it').waitFor();
    expect(await failing.getByRole('link').allTextContents()).toEqual(['transfer.refused', 'account.closed']);

    await failing.getByRole('link', { name: 'transfer.refused' }).click();
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    const rows = page.getByRole('table', { name: 'Integration Events' }).locator('tbody tr[data-index]');
    await eventually(async () => (await rows.count()) === 5, SOON);
    for (const row of await rows.allTextContents()) expect(row).toContain('transfer.refused');
  });

  it('stands in the Integration Manager with its last event, its failures and the way to its page', async () => {
    await page.goto(`${stack.consoleUrl}/admin/integrations`);
    const row = page.getByRole('row').filter({ hasText: 'banking' });
    await row.getByText('27', { exact: true }).waitFor();
    await row.getByText('26%').waitFor();
    await row
      .getByText(/ago|just now/)
      .first()
      .waitFor();
    await row.getByText('banking').click();
    await page.getByRole('dialog', { name: 'Edit integration banking' }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('link', { name: 'Health of banking' }).click();
    await page.getByRole('tab', { name: 'Events', exact: true }).click();
    await page.getByRole('table', { name: 'Newest events of banking' }).getByText('account.closed').first().waitFor();
  });
});
