import { eventually } from '@portico/testkit';
import { budgetOf, type FirstLoad, firstLoad } from '@portico/testkit/product/first-load';
import { signInScript } from '@portico/testkit/product/signed-in';
import type { Stack } from '@portico/testkit/product/stack';
import type { Browser, BrowserContext } from 'playwright-core';
import { median } from './statistics.ts';

/** A page as a visitor or an administrator opens it, and what is on it once it is there. */
const PAGES: readonly { path: string; isSignedIn: boolean; content: string }[] = [
  { path: '/', isSignedIn: false, content: 'See every integration at work.' },
  { path: '/dashboard', isSignedIn: true, content: 'Live' },
  { path: '/products', isSignedIn: true, content: 'Extend Portico' },
  { path: '/checkout', isSignedIn: true, content: 'Your cart is empty' },
  { path: '/billing', isSignedIn: true, content: 'Choose an organization' },
  { path: '/admin/users', isSignedIn: true, content: 'admin@portico.test' },
  { path: '/admin/integrations', isSignedIn: true, content: 'Integration Manager' },
];
const SLOW_DOWN = 4;
const PAINTS = 5;
/** Milliseconds that nobody would wait for a first row. */
const LONGEST = 60_000;

export type WebFigures = { path: string; budget: number; load: FirstLoad; paint: number }[];

/** Milliseconds until the largest contentful paint, on a processor that is so many times slower. */
const largestPaint = async (context: BrowserContext, url: string, content: string): Promise<number> => {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.addInitScript(`new PerformanceObserver((list) => {
    self.largest = list.getEntries().at(-1).startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });`);
  await page.goto(url);
  await page.getByText(content).first().waitFor();
  await page.waitForLoadState('networkidle');
  const largest = await page.evaluate<number>('self.largest');
  await page.close();
  return largest;
};

/** Until the first row of the live list has been painted, ms; `warm` with what an earlier visit left in the cache. */
export type FirstRows = { cold: number; warm: number };

/** A fresh page of a context: the moment of the frame after the one in which a row of the table came. */
const firstRow = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=table] tbody tr, table tbody tr, [role=rowgroup] [role=row]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { self.firstRow = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });`);
  await page.goto(url);
  // Not the browser's own waiting: it evaluates text in the page, which the page's policy forbids.
  const moment = await eventually(() => page.evaluate<number | undefined>('self.firstRow'), LONGEST);
  await page.close();
  return moment;
};

/** The administrator's dashboard, on a processor that is so many times slower: a browser without a cache, and with one. */
export async function benchFirstRows(browser: Browser, stack: Stack): Promise<FirstRows> {
  const signIn = await signInScript(stack, 'admin');
  const taken = { cold: [] as number[], warm: [] as number[] };
  while (taken.cold.length < PAINTS) {
    const context = await browser.newContext();
    await context.addInitScript(signIn);
    taken.cold.push(await firstRow(context, `${stack.consoleUrl}/dashboard`));
    taken.warm.push(await firstRow(context, `${stack.consoleUrl}/dashboard`));
    await context.close();
  }
  return { cold: Math.round(median(taken.cold)), warm: Math.round(median(taken.warm)) };
}

export async function benchWeb(browser: Browser, stack: Stack): Promise<WebFigures> {
  const signIn = await signInScript(stack, 'admin');
  const figures: WebFigures = [];
  for (const { path, isSignedIn, content } of PAGES) {
    // A browser of its own for each: nothing of an earlier page is in its memory.
    const context = await browser.newContext();
    if (isSignedIn) await context.addInitScript(signIn);
    const url = stack.consoleUrl + path;
    const page = await context.newPage();
    const load = await firstLoad(page, url, content);
    await page.close();
    const paints: number[] = [];
    while (paints.length < PAINTS) paints.push(await largestPaint(context, url, content));
    figures.push({ path, budget: budgetOf(path), load, paint: median(paints) });
    await context.close();
  }
  return figures;
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/** The figures for people. */
export function toWebTable(figures: WebFigures): string {
  const line = (...cells: string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(14))).join('');
  return [
    line('First load', 'gzip', 'at most', 'transferred', 'files', `paint at 1/${SLOW_DOWN}`),
    ...figures.map(({ path, budget, load: { gzip, transferred, files }, paint }) =>
      line(path, kilobytes(gzip), kilobytes(budget), kilobytes(transferred), String(files), `${Math.round(paint)} ms`),
    ),
    '',
    'gzip, transferred: JavaScript loaded until the page is quiet, the live connection included; the server sends Brotli.',
    `paint: largest contentful paint, median of ${PAINTS}, on a processor ${SLOW_DOWN} times slower than this machine's.`,
  ].join('\n');
}
