import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BrowserContext, Response } from 'playwright-core';

/** What is loaded without anybody touching the page: bytes of JavaScript, and in how many files. */
export type FirstLoad = { files: number; gzip: number; transferred: number };

/**
 * Most JavaScript that a first load may have, with gzip, in bytes. The console of events is over what other routes may have,
 * by its histogram and its pausing, which are seen at once: its own bound keeps it from growing further.
 */
const FRONT_PAGE_BUDGET = 100_000;
const ROUTE_BUDGET = 150_000;
const EVENTS_BUDGET = 156_000;

/** @param path where the first load ends */
export const budgetOf = (path: string): number => {
  if (path === '/') return FRONT_PAGE_BUDGET;
  return path.startsWith('/dashboard') ? EVENTS_BUDGET : ROUTE_BUDGET;
};

const isScript = (response: Response): boolean => response.request().resourceType() === 'script';

const measure = async (response: Response): Promise<{ gzip: number; transferred: number }> => {
  const [body, sizes] = await Promise.all([response.body(), response.request().sizes()]);
  return { gzip: (await promisify(gzip)(body, { level: 9 })).length, transferred: sizes.responseBodySize };
};

/** Loads a page with an empty cache, until it shows `content` and the network is quiet. */
export const firstLoad = async (context: BrowserContext, url: string, content: string): Promise<FirstLoad> => {
  const page = await context.newPage();
  const measured: ReturnType<typeof measure>[] = [];
  page.on('response', (response) => {
    if (isScript(response)) measured.push(measure(response));
  });
  const cache = await context.newCDPSession(page);
  await cache.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.getByText(content).first().waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(measured);
  await page.close();
  return {
    files: sizes.length,
    gzip: sizes.reduce((sum, size) => sum + size.gzip, 0),
    transferred: sizes.reduce((sum, size) => sum + size.transferred, 0),
  };
};
