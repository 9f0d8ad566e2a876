import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const DAY_MS = 86_400_000;
/** Whether an element's content is wider than the element. */
const IS_CUT = '((one) => one.scrollWidth > one.clientWidth)';

/** A time with a two-digit day and hour, which is the longest text. */
const longestTime = (): string => {
  const moment = new Date(Date.now() - DAY_MS);
  while (moment.getUTCDate() < 20) moment.setTime(moment.getTime() - DAY_MS);
  moment.setUTCHours(22, 48, 48);
  return moment.toISOString();
};

describe('the dashboard', () => {
  let product: Publishing;
  let page: Page;

  const publish = (...changes: Partial<IntegrationEvent>[]): Promise<void> =>
    product.outsider.publish(...changes.map((change) => eventOf(product.integration, change)));
  const rows = () => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') });
  const showFacets = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Facets' }).click();
    await page.getByRole('complementary', { name: 'Facets' }).waitFor();
  };

  beforeAll(async () => {
    product = await takePublishing('payroll');
    page = await product.newPage('client', { locale: 'en-US', timezoneId: 'UTC' });
    await publish({ timestamp: longestTime(), event_name: 'long.ago', severity_text: 'ERROR' }, {}, {});
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.stack.consoleUrl}/dashboard`);
    await rows().first().getByText('payroll').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('keeps a focused row in place and in view while events arrive, and resumes on blur', async () => {
    const names = () => rows().locator('td:nth-child(4)').allTextContents();
    const place = async () => {
      const box = await page.locator('tr:has(:focus)').boundingBox();
      if (box === null) throw new Error('no row has the focus');
      return box;
    };
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByText('Resumes when you leave the row').waitFor();
    const [namesBefore, placeBefore] = [await names(), await place()];
    for (let number = 1; number <= 12; number += 1) await publish({ event_name: 'while.focused' });
    await page.getByRole('button', { name: '12 new' }).waitFor();
    expect(await names()).toEqual(namesBefore);
    expect(await place()).toEqual(placeBefore);
    await page.getByPlaceholder('Search Events...').focus();
    await rows().first().getByText('while.focused').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('keeps the column widths while rows arrive', async () => {
    await showFacets();
    const columns = () =>
      page.evaluate<number[]>("[...document.querySelectorAll('thead th')].map((one) => one.getBoundingClientRect().x)");
    const before = await columns();
    expect(new Set(before).size).toBe(7);
    await publish({ event_name: 'a.name.much.longer.than.any.other.that.was.published.before', source_type: 'x' });
    await rows().first().getByText('a.name.much').waitFor();
    expect(await columns()).toEqual(before);
    await page.getByRole('button', { name: 'Facets' }).click();
  });

  it.each([
    [1440, true],
    [1440, false],
    [1100, false],
  ])(
    'does not truncate the longest time, status and severity at a width of %i pixels, with facets: %s',
    async (width, hasFacets) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${product.stack.consoleUrl}/dashboard?query=long.ago`);
      if (hasFacets) await showFacets();
      await page.getByRole('cell', { name: /\d\d, 10:48:48\.\d{3}\sPM/ }).waitFor();
      await page.getByRole('cell', { name: 'success' }).waitFor();
      const cut = `[...document.querySelectorAll('main tbody td:nth-child(n + 5)')].map(${IS_CUT})`;
      expect(await page.evaluate(cut)).toEqual([false, false, false]);
      if (hasFacets) await page.getByRole('button', { name: 'Facets' }).click();
    },
  );

  it.each([1440, 1280, 1100, 1024, 768, 360])('never scrolls sideways at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await rows().first().waitFor();
    const wide = `[...document.querySelectorAll('html, main, main *')].filter((one) => one.tagName === 'HTML'
      || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)).filter(${IS_CUT}).map((one) => one.outerHTML.slice(0, 80))`;
    expect(await page.evaluate(wide)).toEqual([]);
  });

  it('opens the panel of saved views while the code of its content is still loading', async () => {
    let arrive = (): void => undefined;
    const released = new Promise<void>((resolve) => (arrive = resolve));
    const isOfViews = (code: string): boolean => code.includes('Name of the view');
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch();
      if (isOfViews(await response.text())) await released;
      await route.fulfill({ response });
    });
    try {
      await page.getByRole('button', { name: 'Views' }).click();
      const panel = page.getByRole('dialog', { name: 'Views', exact: true });
      await panel.getByText('Loading Views').waitFor();
      expect((await panel.boundingBox())?.height).toBeGreaterThan(100);
      arrive();
      await panel.getByLabel('Name of the view').waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    } finally {
      arrive();
      await page.unroute('**/*.js');
    }
  });

  it('aligns the Assign button with the organization field in the organization settings', async () => {
    await page.getByRole('button', { name: /^Hello/ }).click();
    await page.getByRole('menuitem', { name: 'Organization Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Organization Settings' });
    const middle = async (name: RegExp): Promise<number> => {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      return box === null ? NaN : Math.round(box.y + box.height / 2);
    };
    await dialog.getByText('An administrator reviews your request.').waitFor();
    // The button and the field move together while the dialog opens.
    await eventually(async () => (await middle(/^Assign$/)) === (await middle(/Organization$/)), TIMEOUT_MS);
  });
});
