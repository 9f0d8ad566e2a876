import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

const FRONT_PAGE_BUDGET = 100_000;
const ROUTE_BUDGET = 200_000;
/** Recorded size in bytes of the largest signed-in route, `/dashboard`. */
const RECORDED_ROUTE = 191_600;
/** Maximum size of a route, as a multiple of its recorded size. */
const GROWTH = 1.1;

/** Routes whose screen shows a form immediately, and so loads all form code. */
const WITH_FORM = /^\/(organizations\/\d+\/(people|settings)|connect\/\d+\/hooks)$/;
const FORMS_BUDGET = 90_000;

/**
 * Maximum gzipped bytes of a route's first load: its budget, or its recorded size with growth if this is less. Routes with a form may
 * load form code in addition.
 */
export const limitOf = (path: string): number => {
  if (path === '/') return FRONT_PAGE_BUDGET;
  return Math.min(ROUTE_BUDGET, RECORDED_ROUTE * GROWTH) + (WITH_FORM.test(path) ? FORMS_BUDGET : 0);
};

const isScript = (response: Response): boolean => response.request().resourceType() === 'script';

/** Script that returns two times in milliseconds by the page's clock: when the screen appeared, and when each file was requested. */
const TIMES = `({
  shown: performance.getEntriesByName('portico:screen')[0]?.startTime ?? Infinity,
  asked: Object.fromEntries(performance.getEntriesByType('resource').map((one) => [one.name, one.startTime])),
})`;
type Times = { shown: number | null; asked: Record<string, number> };

type Size = { url: string; bytes: number };

/** Cached sizes of scripts by URL. The cache stays valid, because the names of scripts are content hashes. */
const sizes = new Map<string, Promise<number>>();
const sizeOf = async (response: Response): Promise<number> =>
  (await promisify(gzip)(await response.body(), { level: 9 })).length;

const measure = async (response: Response): Promise<Size> => {
  const url = response.url();
  const bytes = sizes.get(url) ?? sizeOf(response);
  sizes.set(url, bytes);
  return { url, bytes: await bytes };
};

/** Loads a URL with an empty cache. @returns gzipped bytes of JavaScript requested before `content` appeared. */
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
  page.off('response', listen); // later responses may be incomplete when the page closes
  const { shown, asked } = await page.evaluate<Times>(TIMES);
  const all = await Promise.all(measured.splice(0));
  const first = all.filter(({ url }) => (asked[url] ?? 0) < (shown ?? Infinity));
  return first.reduce((sum, { bytes }) => sum + bytes, 0);
};
