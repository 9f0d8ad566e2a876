import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { launchBrowser } from '@portico/testkit/product/browser';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';
import type { Browser, Page } from 'playwright-core';
import { type Furnished, furnish } from '../src/furnish.ts';
import { clockOff, replaceFiles, TRANSLATED, WITHOUT_SOCKETS, WITHOUT_STORAGE } from '../src/hostile.ts';
import { PAID, SCREENS, type Viewer } from '../src/screens.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page. */
const SOON = 30_000;
const CRASH = 'Unexpected Application Error!';

describe('the console in a hostile browser', () => {
  let dataDir: string;
  let stack: Stack;
  let browser: Browser;
  let paid: string;
  let newPage: Furnished['newPage'];

  const urlOf = (path: string): string => stack.consoleUrl + path.replace(PAID, paid);
  const open = async (viewer: Viewer, path: string, ...scripts: string[]): Promise<Page> => {
    const page = await newPage(viewer);
    page.setDefaultTimeout(SOON);
    for (const script of scripts) await page.addInitScript(script);
    await page.goto(urlOf(path));
    return page;
  };
  const hasCrashed = (page: Page): Promise<boolean> => page.getByText(CRASH).isVisible();

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-hostile-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    browser = await launchBrowser();
    ({ newPage, paid } = await furnish(browser, stack));
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.concurrent.each(SCREENS)(
    'shows %s to a %s while it is translated, without sockets, with a wrong clock, and survives a release',
    async (path, viewer, content) => {
      const page = await newPage(viewer);
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      for (const script of [TRANSLATED, WITHOUT_SOCKETS, clockOff(-20)]) await page.addInitScript(script);
      await page.goto(urlOf(path));
      await page.getByText(content).first().waitFor();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      // The portal's later parts have come, over texts that are translated by then.
      if (viewer !== 'visitor')
        await page
          .getByRole('button', { name: /^Notifications/ })
          .first()
          .waitFor({ state: 'attached' });
      const reloads = await replaceFiles(page);
      const palette = page.getByRole('dialog', { name: 'Commands' });
      if (viewer !== 'visitor') {
        await page.keyboard.press('Control+k');
        await eventually(async () => reloads() === 1 || (await palette.isVisible()), SOON);
        await page.getByText(content).first().waitFor();
        await page.keyboard.press('Control+k');
        await palette.waitFor();
      }
      expect({ errors, reloads: reloads() <= 1, hasCrashed: viewer !== 'unlucky' && (await hasCrashed(page)) }).toEqual(
        {
          errors: [],
          reloads: true,
          hasCrashed: false,
        },
      );
      await page.context().close();
    },
  );

  it.concurrent.each(SCREENS.filter(([, viewer]) => viewer === 'visitor'))(
    'shows %s to a %s while storage is blocked',
    async (path, viewer, content) => {
      const page = await open(viewer, path, WITHOUT_STORAGE);
      // Nothing of a login is left that could be compared.
      await page.getByText(content).first().waitFor();
      await page.context().close();
    },
  );

  it.each(['/login', '/dashboard', '/admin/users'])(
    'says why nobody can sign in to %s while storage is blocked',
    async (path) => {
      const page = await open('visitor', path, WITHOUT_STORAGE);
      await page.getByRole('heading', { name: 'Your browser blocks storage' }).waitFor();
      await page.context().close();
    },
  );

  it('takes a signed-in visitor of an old callback to the dashboard', async () => {
    const page = await open('admin', '/callback?code=used&state=stale');
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    await page.context().close();
  });
});
