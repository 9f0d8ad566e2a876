// product: new, because an administrator's count of rejected events includes the events of all suites.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

describe('rejected events', () => {
  let stack: Publishing['stack'];
  let page: Page;
  let outsider: Publishing['outsider'];
  let integration: Publishing['integration'];
  let stop: Publishing['stop'];

  beforeAll(async () => {
    const product = await takePublishing('payroll', { isNew: true });
    ({ stack, outsider, integration, stop } = product);
    page = await product.newPage('admin', { viewport: { width: 1440, height: 900 } });
  });
  afterAll(() => stop?.());

  it('are counted live, grouped by cause, corrected with a marked error, compared, published and listed', async () => {
    await page.goto(`${stack.consoleUrl}/dashboard`);
    await page.getByText('No results.').waitFor();
    await page.evaluate('window.isSamePage = true');
    const wrong = eventOf(integration, { event_name: 'payrun.corrected', details: { message: 'IBAN refused' } });
    await outsider.send({ value: JSON.stringify({ ...wrong, result: 'PERHAPS' }) });
    const count = (text: string) => page.getByRole('link', { name: `${text} rejected in the last 24 hours` });
    await count('1 event').waitFor();
    await count('1 event').click();
    await page.getByRole('tab', { name: 'Rejected' }).click();
    await page.getByRole('heading', { name: 'Rejected events' }).waitFor();

    await outsider.send({ value: 'this is no JSON' });
    await count('2 events').waitFor();
    const causes = page.getByRole('region', { name: /^Causes/ });
    await causes.getByRole('button', { name: /not json/ }).waitFor();
    await causes.getByRole('button', { name: /invalid field .result/ }).click();
    const rows = page.getByRole('table', { name: 'Rejected events' }).getByRole('button', { name: 'payroll' });
    await eventually(async () => (await rows.count()) === 1, TIMEOUT_MS);
    await page.getByPlaceholder('Search rejected events...').fill('iban REFUSED');
    await page.waitForURL(/query=iban/);
    await rows.click();

    const dialog = page.getByRole('dialog', { name: 'Rejected event' });
    await dialog.getByRole('button', { name: 'Correct event' }).click();
    const editor = dialog.getByRole('textbox', { name: 'Corrected event' });
    await editor.waitFor();
    // The marks in the editor appear a moment after the text.
    const marked = async (text: string) =>
      (await editor.locator('.cm-lintRange-error').allTextContents()).join() === text;
    await eventually(() => marked('"PERHAPS"'), TIMEOUT_MS);
    await editor.locator('.cm-lintRange-error').dblclick();
    await page.keyboard.type('SOMETIMES');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText(/^Line \d+, column \d+: .result /).waitFor();
    await eventually(() => marked('"SOMETIMES"'), TIMEOUT_MS);
    await editor.getByText('SOMETIMES').dblclick();
    await page.keyboard.type('SUCCESS');
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialog.getByText('This event would be accepted').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Check');

    await dialog.getByRole('button', { name: 'Review changes' }).click();
    const changes = dialog.getByRole('textbox', { name: 'Changes' });
    await changes.locator('.cm-deletedChunk').getByText('PERHAPS').waitFor();
    await changes.locator('.cm-changedLine').getByText('SUCCESS').waitFor();
    await dialog.getByRole('button', { name: 'Publish again' }).click();
    await page.getByText('Event published!').waitFor();
    await page.getByText('Corrected', { exact: true }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);

    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('payrun.corrected').first().waitFor();
  });
});
