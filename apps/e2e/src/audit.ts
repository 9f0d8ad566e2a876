import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

export const THEMES = ['light', 'dark', 'light-blue', 'dark-blue'] as const;
export type Theme = (typeof THEMES)[number];
export const WIDTHS = [360, 768, 1440] as const;

/** Chooses a theme as the console keeps it, and waits until every colour has arrived at it. */
const showTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(`(async () => {
    localStorage.setItem('portico_theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'portico_theme' }));
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    do await frame();
    while (document.getAnimations().some(({ playState }) => playState === 'running'));
  })()`);

const findings = async (page: Page, options: RunOptions): Promise<string[]> => {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'], elementRef: false })})`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
};

/**
 * What axe finds on the page as it stands: every rule at each width, and the contrast of its text in each theme there.
 * A theme changes colours and nothing else.
 */
export const audit = async (page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const options: RunOptions = theme === THEMES[0] ? {} : { runOnly: ['color-contrast'] };
      found.push(...(await findings(page, options)).map((finding) => `${theme} at ${width}: ${finding}`));
    }
  }
  return found;
};
