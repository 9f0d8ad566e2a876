// product: new, because administrators see the trouble of the integrations of every suite.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const VIEWPORT = { width: 1440, height: 900 };

describe('a broken integration', () => {
  let stack: Publishing['stack'];
  let page: Page;
  let outsider: Publishing['outsider'];
  let integration: Publishing['integration'];
  let stop: Publishing['stop'];
  let admin: Publishing['admin'];

  beforeAll(async () => {
    const product = await takePublishing('banking', { isNew: true });
    ({ stack, outsider, integration, stop, admin } = product);
    // The integration accepts the outsider's events although their sender is not proven, so that failures open episodes.
    await admin('PUT', `/integrations/${integration.id}/trust`, { trust: 'open' });
    page = await product.newPage('admin', { locale: 'en-US', timezoneId: 'UTC', viewport: VIEWPORT });
    await outsider.publish(...Array.from({ length: 20 }, () => eventOf(integration, { event_name: 'transfer.sent' })));
  });
  afterAll(() => stop?.());

  it('is the first line of the overview within 10 s, and links to its page with the failing events', async () => {
    await page.goto(`${stack.consoleUrl}/dashboard?view=product`);
    const wrong = page.getByRole('region', { name: 'Current problems' });
    await wrong.getByText('There are no problems now.').waitFor();
    expect(await wrong.locator('p svg').count()).toBe(1);

    const failures = Array.from({ length: 7 }, (_, index) =>
      eventOf(integration, {
        event_name: index < 5 ? 'transfer.refused' : 'account.closed',
        result: 'FAILURE',
        severity_text: 'ERROR',
        details: { message: index < 5 ? 'The bank refused it' : 'No such account' },
      }),
    );
    await outsider.publish(...failures);
    const first = wrong.getByRole('listitem').first();
    await first.getByText(/^banking of Northwind has been failing for/).waitFor({ timeout: 10_000 });
    await page.getByRole('link', { name: 'Trouble: 1 integration failing or silent' }).waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'banking is failing' }).waitFor();
    await page.keyboard.press('Escape');
    await first.getByRole('link').click();

    await page.getByRole('heading', { name: 'banking', level: 1 }).waitFor();
    await page
      .getByRole('list', { name: 'Problems of this integration' })
      .getByRole('link', { name: /^transfer\.refused of banking has been failing/ })
      .waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/integrations/${integration.id}`);
    const failing = page.getByRole('region', { name: 'Events with the most failures' });
    await failing.getByText('The bank refused it').waitFor();
    expect(await failing.getByRole('link').allTextContents()).toEqual(['transfer.refused', 'account.closed']);

    await failing.getByRole('link', { name: 'transfer.refused' }).click();
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    const rows = page.getByRole('table', { name: 'Integration Events' }).locator('tbody tr[data-index]');
    await eventually(async () => (await rows.count()) === 5, TIMEOUT_MS);
    for (const row of await rows.allTextContents()) expect(row).toContain('transfer.refused');
  });

  it('is shown in the Integration Manager with its last event, its failures and a link to its page', async () => {
    await page.goto(`${stack.consoleUrl}/admin/integrations`);
    const row = page.getByRole('row').filter({ hasText: 'banking' });
    await row.getByText('27', { exact: true }).waitFor();
    await row.getByText('26%').waitFor();
    await row.getByText(/^Failing for/).waitFor();
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

  it('takes one line in the Integration Manager at 1440 px, even with long names', async () => {
    const name = 'مؤسسة Straße 🚀 a name that is much longer than its column will ever be '.repeat(2).trim();
    await admin('POST', '/integrations', { name, displayName: name, organizationId: integration.organizationId });
    await page.goto(`${stack.consoleUrl}/admin/integrations`);
    await page.getByRole('row').filter({ hasText: name }).waitFor();
    await page.getByRole('row').filter({ hasText: 'banking' }).getByText('26%').waitFor();
    const heights = `[...document.querySelectorAll('main tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))`;
    expect(new Set(await page.evaluate<number[]>(heights)).size).toBe(1);
    expect(Math.max(...(await page.evaluate<number[]>(heights)))).toBeLessThan(56);
    const wide =
      "(() => { const { parentElement: frame } = document.querySelector('main table'); return frame.scrollWidth - frame.clientWidth; })()";
    expect(await page.evaluate(wide)).toBe(0);
  });

  it('disappears from the overview after recovery, and the overview shows its recent failures instead of a tick', async () => {
    await admin('PUT', `/episodes/integrations/${integration.id}/settling`, { minutes: 0 });
    await page.goto(`${stack.consoleUrl}/dashboard?view=product`);
    const wrong = page.getByRole('region', { name: 'Current problems' });
    await wrong.getByText(/^banking of Northwind has been failing for/).waitFor();
    const names = ['transfer.refused', 'account.closed'];
    await outsider.publish(...names.map((event_name) => eventOf(integration, { event_name })));
    await wrong.getByText('There are no problems now.').waitFor({ timeout: 10_000 });
    expect(await wrong.getByRole('listitem').count()).toBe(0);
    await page.getByRole('link', { name: 'Trouble', exact: true }).waitFor();
    await wrong.getByRole('link', { name: '7 events failed in the last 24 h' }).waitFor();
    expect(await wrong.locator('p svg').count()).toBe(0);
  });
});
