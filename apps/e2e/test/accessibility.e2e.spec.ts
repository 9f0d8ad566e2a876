// product: new, because administrators' screens must show only the events that this suite publishes.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Locator } from 'playwright-core';
import { audit, THEMES } from '../src/audit.ts';
import { firstLoad, limitOf } from '@portico/testkit/product/first-load';
import { type Furnished, takeFurnished } from '../src/furnish.ts';
import { OPENED_VIEWS } from '../src/opened.ts';
import { REDIRECTS, SCREENS } from '../src/screens.ts';
import { TIMEOUT_MS } from '../src/product.ts';

jest.setTimeout(420_000);

const ROUTES = new URL('../../console/src/routeTree.gen.ts', import.meta.url);

describe('the accessible console', () => {
  let furnished: Furnished;

  beforeAll(async () => {
    furnished = await takeFurnished();
  });
  afterAll(() => furnished?.product.stop());

  it('has an accessibility test for each of its routes', () => {
    const [, table = ''] = /interface FileRoutesByTo \{([^}]*)\}/.exec(readFileSync(ROUTES, 'utf8')) ?? [];
    const routes = [...table.matchAll(/'([^']+)':/g)].map(([, path]) => path);
    const auditedPaths = new Set([
      ...SCREENS.map(([path]) => path.replace(/[?#].*/, '').replace(/\/\d+(?=\/|$)/, '/$id')),
      ...REDIRECTS,
    ]);
    expect(routes.filter((path) => !auditedPaths.has(path ?? ''))).toEqual([]);
  });

  it.concurrent.each(SCREENS.map((screen, turn) => [...screen, turn] as const))(
    'has no axe violations, and stays within the size budget, at %s for viewer %s',
    async (...screen) => {
      const [path, viewer, content, turn] = screen;
      const page = await furnished.newPage(viewer);
      const loaded = await firstLoad(page, furnished.urlOf(path), content);
      // Waits until the screen replaces its loading state, and then until content replaces the skeletons.
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect(await audit(page, turn)).toEqual([]);
      // Visitors' pages other than the front page have no budget, because they also load the code of forms.
      if (path === '/' || viewer !== 'visitor') expect(loaded).toBeLessThanOrEqual(limitOf(path));
      await furnished.leave(page);
    },
  );

  it.concurrent.each(OPENED_VIEWS.map((one, turn) => [...one, turn] as const))(
    'has no axe violations: %s',
    async (...one) => {
      const [, path, viewer, opened, turn] = one;
      await furnished.lookAs(viewer, [], async (page) => {
        await page.goto(furnished.urlOf(path));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect(await audit(page, turn, opened)).toEqual([]);
      });
    },
  );

  // spec: 1.8
  it.each(THEMES)('applies the theme %s before the first paint', async (theme) => {
    const page = await furnished.product.newPage();
    // Records the theme at the first paint.
    await page.addInitScript(`localStorage.setItem('portico_theme', '${theme}');
      new PerformanceObserver(() => { self.painted ??= document.documentElement.dataset.theme; }).observe({ type: 'paint' });`);
    await page.goto(furnished.urlOf('/'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => (await page.evaluate('self.painted')) !== undefined, TIMEOUT_MS);
    expect(await page.evaluate('self.painted')).toBe(theme);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(theme.split('-')[0]);
    await page.context().close();
  });

  it('works from login to logout with only the keyboard', async () => {
    const page = await furnished.product.newPage(undefined, { viewport: { width: 1440, height: 900 } });
    const { keyboard } = page;
    const isFocused = async (locator: Locator) => (await locator.and(page.locator(':focus')).count()) === 1;
    /** Presses Tab until the element has the focus, like a keyboard user. */
    const tabTo = async (locator: Locator): Promise<void> => {
      await locator.waitFor();
      for (let presses = 0; presses < 60; presses += 1) {
        if (await isFocused(locator)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${String(locator)}`);
    };

    const toBeFocused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor();
    /** Waits until an open menu handles keys, which means that the menu or its selected item has the focus. */
    const menuToBeOpen = () => page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();

    await page.goto(furnished.urlOf('/'));
    await tabTo(page.getByRole('link', { name: 'Login', exact: true }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: /Ada Admin/ }));
    await keyboard.press('Enter');
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();

    await keyboard.press('Tab');
    await toBeFocused(page.getByRole('link', { name: 'Skip to content' }));
    await keyboard.press('/');
    await toBeFocused(page.getByRole('combobox', { name: 'Search Events...' }));
    await keyboard.type('payrun');
    await page.waitForURL(/query=payrun/);
    const status = page.getByRole('button', { name: /Status/ });
    await tabTo(status);
    await keyboard.press('Enter');
    await menuToBeOpen();
    await keyboard.press('ArrowDown');
    await toBeFocused(page.getByRole('menuitemradio', { name: 'FAILURE' }));
    await keyboard.press('Enter');
    await page.waitForURL(/status=FAILURE/);

    const rows = page.locator('[data-opener]');
    await eventually(async () => (await rows.count()) === 8, TIMEOUT_MS);
    await tabTo(rows.first());
    await keyboard.press('ArrowDown');
    await toBeFocused(rows.nth(1));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Event Details' });
    await tabTo(dialog.getByRole('link', { name: 'Support' }));
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await toBeFocused(rows.nth(1));

    await tabTo(page.getByRole('button', { name: /^Hello/ }).first());
    await keyboard.press('Enter');
    await menuToBeOpen();
    await keyboard.press('End');
    await toBeFocused(page.getByRole('menuitem', { name: 'Logout' }));
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await page.context().close();
  });
});
