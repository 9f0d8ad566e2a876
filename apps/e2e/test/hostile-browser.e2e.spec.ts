// product: new, because administrators' screens must show only the events that this suite publishes.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { type Furnished, takeFurnished } from '../src/furnish.ts';
import {
  clockOff,
  confirmWithEnter,
  replaceFiles,
  TRANSLATED,
  WITHOUT_SOCKETS,
  WITHOUT_STORAGE,
} from '../src/hostile.ts';
import { SCREENS, type Viewer } from '../src/screens.ts';
import { TIMEOUT_MS } from '../src/product.ts';

jest.setTimeout(420_000);

const HOSTILE = [TRANSLATED, WITHOUT_SOCKETS, clockOff(-20)];
const CRASH = 'Unexpected Application Error!';

describe('the console in a hostile browser', () => {
  let furnished: Furnished;

  const open = async (viewer: Viewer, path: string, ...scripts: string[]): Promise<Page> => {
    const page = await furnished.newPage(viewer);
    for (const script of scripts) await page.addInitScript(script);
    await page.goto(furnished.urlOf(path));
    return page;
  };
  /** Waits until all lazily loaded parts have appeared. */
  const isSettled = async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  const hasCrashed = (page: Page): Promise<boolean> => page.getByText(CRASH).isVisible();

  beforeAll(async () => {
    furnished = await takeFurnished();
  });
  afterAll(() => furnished?.product.stop());

  it.concurrent.each(SCREENS)(
    'shows %s to a %s in a translated page without sockets and with a wrong clock, and works after a release',
    (path, viewer, content) =>
      furnished.lookAs(viewer, HOSTILE, async (page) => {
        const errors: Error[] = [];
        page.on('pageerror', (error) => errors.push(error));
        await page.goto(furnished.urlOf(path));
        await page.getByText(content).first().waitFor();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        // Waits for the portal's lazily loaded parts, so that all texts have been translated.
        if (viewer !== 'visitor')
          await page
            .getByRole('button', { name: /^Notifications/ })
            .first()
            .waitFor({ state: 'attached' });
        const { reloads, end } = await replaceFiles(page);
        const palette = page.getByRole('dialog', { name: 'Commands' });
        if (viewer !== 'visitor') {
          await page.keyboard.press('Control+k');
          await eventually(async () => reloads() === 1 || (await palette.isVisible()), TIMEOUT_MS);
          await page.getByText(content).first().waitFor();
        }
        expect({
          errors,
          reloads: reloads() <= 1,
          hasCrashed: viewer !== 'unlucky' && (await hasCrashed(page)),
        }).toEqual({
          errors: [],
          reloads: true,
          hasCrashed: false,
        });
        await end();
      }),
  );

  it.concurrent.each(SCREENS.filter(([, viewer]) => viewer === 'visitor'))(
    'shows %s to a %s while storage is blocked',
    (path, viewer, content) =>
      furnished.lookAs(viewer, [WITHOUT_STORAGE], async (page) => {
        await page.goto(furnished.urlOf(path));
        // The callback screen also shows its error, because no stored state of a login exists.
        await page.getByText(content).first().waitFor();
      }),
  );

  it.each(['/login', '/dashboard', '/admin/users'])(
    'explains why signing in to %s fails while storage is blocked',
    async (path) => {
      const page = await open('visitor', path, WITHOUT_STORAGE);
      await page.getByRole('heading', { name: 'Your browser blocks storage' }).waitFor();
      await furnished.leave(page);
    },
  );

  describe('after a release that replaced its files', () => {
    const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
    const outdated = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a new version of this page' });

    it('reloads once, and then opens the requested screen', async () => {
      const page = await open('admin', '/dashboard');
      await isSettled(page);
      const { reloads } = await replaceFiles(page);
      await page.keyboard.press('Control+k');
      await eventually(() => reloads() === 1, TIMEOUT_MS);
      await isSettled(page);
      await page.keyboard.press('Control+k');
      await palette(page).waitFor();
      expect(reloads()).toBe(1);
      await furnished.leave(page);
    });

    it('opens a screen whose link the user clicks, after one reload', async () => {
      const page = await open('admin', '/dashboard');
      await isSettled(page);
      const { reloads } = await replaceFiles(page);
      await page.getByRole('link', { name: 'Products', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
      expect([reloads(), new URL(page.url()).pathname]).toEqual([1, '/products']);
      await furnished.leave(page);
    });

    it('never reloads in a loop', async () => {
      const page = await open('admin', '/dashboard');
      await isSettled(page);
      const { reloads } = await replaceFiles(page, false);
      await page.keyboard.press('Control+k');
      await eventually(() => reloads() === 1, TIMEOUT_MS);
      await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
      await page.getByText('payrun.completed').first().waitFor();
      await page.keyboard.press('Control+k');
      await outdated(page).waitFor();
      expect([reloads(), await page.getByText('payrun.completed').first().isVisible()]).toEqual([1, true]);
      await furnished.leave(page);
    });

    it('keeps typed text instead of reloading, and offers a reload button', async () => {
      const page = await open('admin', '/admin/integrations/1?tab=settings');
      const name = page.getByRole('textbox', { name: 'Name' }).first();
      await isSettled(page);
      await name.fill('payroll of the north');
      const { reloads } = await replaceFiles(page);
      await page.getByRole('heading', { level: 1 }).first().click();
      await page.keyboard.press('Control+k');
      await outdated(page).waitFor();
      expect([reloads(), await name.inputValue()]).toEqual([0, 'payroll of the north']);
      await outdated(page).getByRole('button', { name: 'Reload' }).click();
      await eventually(() => reloads() === 1, TIMEOUT_MS);
      await furnished.leave(page);
    });
  });

  it('opens a screen and the palette as soon as the network is back', async () => {
    // Uses an empty cache, because the page would open cached files even without a network.
    const page = await furnished.newPage('admin', { hasCache: false });
    await page.goto(furnished.urlOf('/dashboard'));
    await isSettled(page);
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    await page.getByText('You are offline. This part opens when you are online again.').waitFor();
    expect(await page.getByText('payrun.completed').first().isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await page.getByText('This screen opens when you are online again.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Products', includeHidden: true }).waitFor({ state: 'attached' });
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await furnished.leave(page);
  });

  it('refreshes the list while sockets are blocked, and goes live again when they work', async () => {
    const page = await open('admin', '/dashboard', WITHOUT_SOCKETS);
    const live = page.getByRole('region', { name: 'Live' });
    await live.getByText('Not live, refreshing every 10 s').first().waitFor();
    await furnished.publish({ event_name: 'arrived.without.socket' });
    await page.getByText('arrived.without.socket').first().waitFor();
    await page.evaluate('self.hasNoSockets = false');
    await live.getByText('Live', { exact: true }).first().waitFor();
    await furnished.leave(page);
  });

  it.each([
    [20, 'Your clock is 20 min ahead.'],
    [-20, 'Your clock is 20 min behind.'],
  ])('shows the newest events and a warning if the clock is wrong by %d minutes', async (minutes, words) => {
    const event = minutes > 0 ? 'seen.ahead' : 'seen.behind';
    await furnished.publish({ event_name: event });
    const page = await open('admin', '/dashboard?range=15m', clockOff(minutes));
    await page.getByText("Your computer's clock is wrong").waitFor();
    await page.getByText(words).waitFor();
    await page.getByText(event).first().waitFor();
    await furnished.leave(page);
  });

  it('ignores an Enter key that confirms text in an input method', async () => {
    const page = await open('admin', '/dashboard');
    await isSettled(page);
    const box = page.getByRole('combobox', { name: 'Search Events...' });
    await box.fill('');
    await box.pressSequentially('stat');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await confirmWithEnter(page, 'うご');
    // Enter has not accepted the highlighted suggestion.
    expect(await box.inputValue()).toBe('statうご');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Integration Events' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor();
    await confirmWithEnter(page, 'う');
    expect(await page.getByRole('dialog', { name: 'Commands' }).isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await furnished.leave(page);
  });

  it('redirects a signed-in user who opens an old callback URL to the dashboard', async () => {
    const page = await open('admin', '/callback?code=used&state=stale');
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    await furnished.leave(page);
  });
});
