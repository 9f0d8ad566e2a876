import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** JavaScript loaded without any interaction: bytes and number of files. */
export type FirstLoad = { files: number; gzip: number; transferred: number };

const FRONT_PAGE_BUDGET = 100_000;
const ROUTE_BUDGET = 170_000;

/** Maximum JavaScript of the first load of a route, gzipped, in bytes. */
export const budgetOf = (path: string): number => (path === '/' ? FRONT_PAGE_BUDGET : ROUTE_BUDGET);

const isScript = (response: Response): boolean => response.request().resourceType() === 'script';

const measure = async (response: Response): Promise<{ gzip: number; transferred: number }> => {
  const [body, sizes] = await Promise.all([response.body(), response.request().sizes()]);
  return { gzip: (await promisify(gzip)(body, { level: 9 })).length, transferred: sizes.responseBodySize };
};

/** Loads an address into a new page with an empty cache, until it shows `content` and the network is quiet. */
export const firstLoad = async (page: Page, url: string, content: string): Promise<FirstLoad> => {
  const measured: ReturnType<typeof measure>[] = [];
  page.on('response', (response) => {
    if (isScript(response)) measured.push(measure(response));
  });
  const cache = await page.context().newCDPSession(page);
  await cache.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.getByText(content).first().waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(measured.splice(0));
  return {
    files: sizes.length,
    gzip: sizes.reduce((sum, size) => sum + size.gzip, 0),
    transferred: sizes.reduce((sum, size) => sum + size.transferred, 0),
  };
};
