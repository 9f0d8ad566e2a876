import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { eventually, read } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Number of events that exist at the start. */
const EVENT_COUNT = 120;

/** Texts and positions of the rows that are completely visible between the header and the end of the frame. */
const READ_ROWS = `(() => {
  const frame = document.querySelector('main table').parentElement.getBoundingClientRect();
  const { bottom } = document.querySelector('main thead').getBoundingClientRect();
  return [...document.querySelectorAll('main tr[data-index]')]
    .map((row) => ({ text: row.querySelector('td:nth-child(4)').textContent, ...row.getBoundingClientRect().toJSON() }))
    .filter((row) => row.top >= bottom - 1 && row.bottom <= frame.bottom)
    .map(({ text, top }) => ({ text, top }));
})()`;
/**
 * Adds up layout shifts in `self.shift`. Chrome also counts an animated row if the page was too busy to draw a frame between two
 * animations, so the sum ignores a row from the start of its animation until the next frame is drawn.
 */
const WATCH_SHIFTS = `void (() => {
  self.shift = 0;
  const glides = new WeakMap();
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...args) {
    const glide = { from: performance.now(), to: Infinity };
    glides.set(this, glide);
    requestAnimationFrame(() => requestAnimationFrame((now) => { glide.to = now; }));
    return animate.apply(this, args);
  };
  const glided = (node, at) => glides.has(node) && glides.get(node).from <= at && at <= glides.get(node).to;
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      if (!sources.some(({ node }) => node instanceof Element && glided(node, startTime))) self.shift += value;
  }).observe({ type: 'layout-shift' });
})()`;
type SeenRow = { text: string; top: number };

describe('the list of events', () => {
  let product: Publishing;
  let page: Page;

  const publish = (count: number, name: string): Promise<void> =>
    product.outsider.publish(
      ...Array.from({ length: count }, (_, index) =>
        eventOf(product.integration, {
          event_name: `${name}.${index}`,
          details: { message: `Number ${index} of ${name}` },
        }),
      ),
    );
  const readRows = () => page.evaluate<SeenRow[]>(READ_ROWS);
  const news = (count: string) => page.getByRole('button', { name: `${count} new` });

  beforeAll(async () => {
    product = await takePublishing('payroll');
    page = await product.newPage('client', { locale: 'en-US', timezoneId: 'UTC' });
    await publish(EVENT_COUNT, 'before');
    await eventually(async () => (await read<EventList>(product.client, '/events')).count === EVENT_COUNT, TIMEOUT_MS);
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.stack.consoleUrl}/dashboard`);
    await page.locator('main tr[data-index]').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('shows at least 22 rows with their messages at 1440x900, in a page that does not scroll', async () => {
    await page.getByRole('slider', { name: 'Time range' }).waitFor();
    const rows = await readRows();
    expect(rows.length).toBeGreaterThanOrEqual(22);
    expect(rows[0]?.text).toMatch(/^\w+\.\d+ Number \d+ of \w+$/);
    const [height, room] = await page.evaluate<number[]>('[document.documentElement.scrollHeight, innerHeight]');
    expect(height).toBe(room);
  });

  it('shows the first row within the top 400 pixels on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await eventually(async () => ((await readRows())[0]?.top ?? Infinity) < 400, TIMEOUT_MS);
  });

  it('keeps the focus on the focused row while 1,000 events arrive', async () => {
    await page.keyboard.press('j');
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('j');
    await page.getByText('Resumes when you leave the row').waitFor();
    const focused = () =>
      page.evaluate<unknown>(`(() => { const row = document.activeElement.closest('tr');
        return { key: row.dataset.key, index: row.dataset.index, top: row.getBoundingClientRect().top }; })()`);
    const before = await focused();
    await publish(1_000, 'focused');
    await news('1,000').waitFor();
    expect(await focused()).toEqual(before);
  });

  it('keeps the scroll position during a burst of 2,000 events, and offers a way back to the top', async () => {
    const table = page.getByRole('group', { name: 'Integration Events' });
    await table.hover();
    await page.evaluate(`void (self.scrolled = new Promise((done) => {
      addEventListener('scrollend', () => done(), { once: true, capture: true });
    }))`);
    await page.mouse.wheel(0, 400);
    await page.getByText('Resumes when you scroll to the top').waitFor();
    await page.evaluate('self.scrolled');
    const place = await readRows();
    await publish(2_000, 'burst');
    await news('2,000').waitFor();
    expect(await readRows()).toEqual(place);
    await news('2,000').click();
    await page.getByText('Live', { exact: true }).waitFor();
    await eventually(async () => (await readRows())[0]?.text.startsWith('burst.') === true, TIMEOUT_MS);
  });

  it.each([
    ['on the list', 300],
    ['elsewhere', 5],
  ])('does not shift the layout visibly while rows arrive for 12 s and the pointer rests %s', async (_, y) => {
    await page.mouse.move(700, y);
    await page.evaluate(WATCH_SHIFTS);
    const end = Date.now() + 12_000;
    for (let number = 0; Date.now() < end; number += 1) {
      await publish(1, `live.${number}`);
      await setTimeout(500);
    }
    await eventually(async () => (await readRows())[0]?.text.startsWith('live.') === true, TIMEOUT_MS);
    expect(await page.evaluate('self.shift')).toBeLessThan(0.05);
  });

  it('keeps messages readable next to an open event, and shows the count of new rows above the rows', async () => {
    await page.locator('main tr[data-index="2"]').click();
    await page.getByRole('dialog', { name: 'Event Details' }).waitFor();
    const cut = `[...document.querySelectorAll('main tbody td:nth-child(4)')].slice(0, 20).map((cell) => {
      const message = cell.firstElementChild.getBoundingClientRect();
      return message.right <= cell.getBoundingClientRect().right;
    })`;
    await eventually(async () => (await page.evaluate<boolean[]>(cut)).every(Boolean), TIMEOUT_MS);
    expect(await page.locator('main tr[data-index="2"] time').textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    await publish(3, 'while.open');
    const count = await news('3').boundingBox();
    const rows = await page.locator('main table').boundingBox();
    expect(count && rows && count.y + count.height < rows.y).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('keeps the columns and widths that the viewer has set across a reload', async () => {
    const width = () => page.evaluate<number>("document.querySelector('main thead th').getBoundingClientRect().width");
    const slider = page.getByRole('slider', { name: 'Width of Integration' });
    const before = await width();
    await page.getByRole('group', { name: 'Integration Events' }).hover();
    await slider.focus();
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await eventually(async () => (await width()) > before + 16, TIMEOUT_MS);
    const initialWidth = await width();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Trace id' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Trace id' }).waitFor();
    expect(await width()).toBe(initialWidth);
    expect(page.url()).not.toContain('columns');
  });

  it('leads from a trace id to the failed event, the steps before it, and similar failures', async () => {
    const trace_id = randomUUID().replaceAll('-', '');
    const step = (event_name: string, ago: number, changes: Partial<IntegrationEvent> = {}) =>
      eventOf(product.integration, {
        event_name,
        trace_id,
        timestamp: new Date(Date.now() - ago).toISOString(),
        ...changes,
      });
    const failed = {
      result: 'FAILURE',
      severity_text: 'ERROR',
      details: { message: 'The bank refused the mandate', bank: { code: 'AC04', attempt: 3 } },
    } as const;
    await product.outsider.publish(
      step('payrun.started', 9_000),
      step('payrun.calculated', 5_000),
      step('mandate.refused', 1_000, failed),
      step('mandate.refused', 20_000, { ...failed, trace_id: randomUUID().replaceAll('-', '') }),
    );
    const refused = '/events?event=mandate.refused';
    await eventually(async () => (await read<EventList>(product.client, refused)).count === 2, TIMEOUT_MS);

    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill(trace_id);
    await palette.getByRole('option').filter({ hasText: 'mandate.refused' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Event Details' });
    await panel.getByText('The bank refused the mandate').waitFor();

    await panel.getByRole('button', { name: 'Technical details' }).click();
    await panel.locator('label').filter({ hasText: 'Trace (3)' }).click();
    const steps = panel.getByRole('list', { name: 'Trace' }).getByRole('listitem');
    await eventually(async () => (await steps.count()) === 3, TIMEOUT_MS);
    expect(await steps.nth(2).textContent()).toMatch(/mandate\.refused/);
    expect(await steps.nth(2).textContent()).toMatch(/4 s/);

    await panel.locator('label').filter({ hasText: 'Similar' }).click();
    await panel.getByRole('region', { name: 'Same failure' }).getByText('2 times in all').waitFor();

    await panel.locator('label').filter({ hasText: 'Details' }).click();
    await panel.getByRole('button', { name: 'Filter by this bank.code' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('where') === 'details.bank.code:AC04');
    await eventually(async () => (await readRows()).length === 2, TIMEOUT_MS);
    expect(await page.getByRole('list', { name: 'Filters' }).textContent()).toContain('details.bank.code: AC04');
  });
});
