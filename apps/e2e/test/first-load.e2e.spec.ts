import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page, Request } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Maximum number of `GET` requests of a first load. */
const MAX_REQUESTS = 29;

/** Records the menu's content at each change, and the distance that parts of the menu move. */
const WATCH = `
  self.menus = [];
  self.moved = 0;
  new MutationObserver(() => {
    const links = [...document.querySelectorAll('aside nav a:not([title^="Go to"])')].filter((one) => one.checkVisibility());
    const menu = JSON.stringify(links.map((link) => link.getAttribute('href')));
    if (links.length > 0 && self.menus.at(-1) !== menu) self.menus.push(menu);
  }).observe(document, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (sources.some(({ node }) => node?.parentElement?.closest('aside'))) self.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

describe('the first load', () => {
  let product: Publishing;

  beforeAll(async () => {
    product = await takePublishing('payroll');
    const { admin, integration, outsider } = product;
    await admin('POST', `/integrations/${integration.id}/publishers`, { email: 'vendor@portico.test' });
    await outsider.publish(...[1, 2, 3].map(() => eventOf(integration, { result: 'FAILURE' })));
    await outsider.send({ value: '{"id": "half an event' });
  });
  afterAll(() => product?.stop());

  /** Opens a page with an empty cache. Returns the page, and its requests until the screen appeared. */
  const load = async (account: string, path: string): Promise<{ page: Page; requests: string[] }> => {
    const page = await product.newPage(account, { viewport: { width: 1440, height: 900 } });
    const requests: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.resourceType() !== 'websocket') requests.push(request);
    });
    await page.addInitScript(WATCH);
    await page.goto(product.stack.consoleUrl + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await eventually(() => page.evaluate("performance.getEntriesByName('portico:screen').length > 0"), TIMEOUT_MS);
    await page.waitForLoadState('networkidle');
    // Ignores requests after the screen appeared, in which the idle page preloads code for the next click.
    const shownAt = await page.evaluate<number>(
      "performance.timeOrigin + performance.getEntriesByName('portico:screen')[0].startTime",
    );
    const first = requests.filter((request) => request.timing().startTime <= shownAt);
    return { page, requests: first.map((request) => request.url()) };
  };

  it.each([
    ['admin', '/dashboard'],
    ['client', '/dashboard'],
    ['vendor', '/dashboard'],
    ['lead', '/products'],
  ])('shows a %s the whole menu at once, and never moves the menu', async (account, path) => {
    const { page } = await load(account, path);
    const menus = await page.evaluate<string[]>('self.menus');
    expect(menus).toHaveLength(1);
    expect(await page.evaluate('self.moved')).toBe(0);
    expect(await page.locator('aside').getByRole('navigation').count()).toBe(1);
    await page.context().close();
  });

  it.each(['admin', 'client'])(
    `makes at most ${MAX_REQUESTS} requests when a %s opens the dashboard`,
    async (account) => {
      const { page, requests } = await load(account, '/dashboard');
      expect(requests.slice(MAX_REQUESTS)).toEqual([]);
      await page.context().close();
    },
  );
});
