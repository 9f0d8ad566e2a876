import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

const FRONT_PAGE_BUDGET = 100_000;
const ROUTE_BUDGET = 200_000;
/** The size of the largest signed-in route, `/dashboard`, when it was last recorded, in bytes. */
const RECORDED_ROUTE = 191_600;
/** More than this is growth that somebody has to look at. */
const GROWTH = 1.1;

/** Screens that show a form at once load the code of all forms. */
const WITH_FORM = /^\/(organizations\/\d+\/(people|settings)|connect\/\d+\/hooks)$/;
const FORMS_BUDGET = 90_000;

/** The size of a route's first load at which a test fails, in bytes, gzipped: its budget, or its growth since it was recorded. */
export const limitOf = (path: string): number => {
  if (path === '/') return FRONT_PAGE_BUDGET;
  return Math.min(ROUTE_BUDGET, RECORDED_ROUTE * GROWTH) + (WITH_FORM.test(path) ? FORMS_BUDGET : 0);
};

const isScript = (response: Response): boolean => response.request().resourceType() === 'script';

/** When the page had shown its screen, and when each of its scripts was asked for, in milliseconds of its own. */
const TIMES = `({
  shown: performance.getEntriesByName('portico:screen')[0]?.startTime ?? Infinity,
  asked: Object.fromEntries(performance.getEntriesByType('resource').map((one) => [one.name, one.startTime])),
})`;
type Times = { shown: number | null; asked: Record<string, number> };

type Size = { url: string; bytes: number };

/** Sizes of the scripts that were measured before; their names follow from their content. */
const sizes = new Map<string, Promise<number>>();
const sizeOf = async (response: Response): Promise<number> =>
  (await promisify(gzip)(await response.body(), { level: 9 })).length;

const measure = async (response: Response): Promise<Size> => {
  const url = response.url();
  const bytes = sizes.get(url) ?? sizeOf(response);
  sizes.set(url, bytes);
  return { url, bytes: await bytes };
};

/**
 * Loads an address into a new page with an empty cache, until it shows `content` and the network is quiet.
 * @returns bytes of JavaScript, gzipped, that the page requested before it showed its screen.
 */
export const firstLoad = async (page: Page, url: string, content: string): Promise<number> => {
  const measured: ReturnType<typeof measure>[] = [];
  const listen = (response: Response) => {
    if (isScript(response)) measured.push(measure(response));
  };
  page.on('response', listen);
  const cache = await page.context().newCDPSession(page);
  await cache.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.getByText(content).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('response', listen); // what comes later may still be on its way when the page is closed
  const { shown, asked } = await page.evaluate<Times>(TIMES);
  const all = await Promise.all(measured.splice(0));
  const first = all.filter(({ url }) => (asked[url] ?? 0) < (shown ?? Infinity));
  return first.reduce((sum, { bytes }) => sum + bytes, 0);
};
