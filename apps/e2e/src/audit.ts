import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const THEMES = ['light', 'dark', 'light-blue', 'dark-blue'] as const;
export type Theme = (typeof THEMES)[number];
/** The theme in which all colours differ; `palettes.spec.ts` of libs/ui verifies that. */
const KEY_THEME: Theme = 'dark';
export const WIDTHS = [360, 768, 1440] as const;

/** Something that opens within a page, and is checked while it is open. */
export type Opened = {
  /** Its CSS selector. */
  selector: string;
  /** Opens it, again at each width at which it closed. */
  reach: (page: Page) => Promise<unknown>;
};

/** Resolves when changes are painted and colour transitions have ended. */
const SETTLED = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  do await frame();
  while (document.getAnimations().some(({ playState }) => playState === 'running'));
})()`;

/** Chooses a theme as the console keeps it. */
const showTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate(`localStorage.setItem('portico_theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'portico_theme' }));`);
  await page.evaluate(SETTLED);
};

type Contrast = { tooLow: string[]; colours: string[] };

/** Rules that an open overlay would break for the page behind it. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'page-has-heading-one'];

/** Every rule but the contrast of colours, `within` what is opened or on the whole page. */
const faults = (page: Page, isOpened: boolean, within: string | undefined): Promise<string[]> => {
  const off = ['color-contrast', ...(isOpened ? OF_WHOLE_PAGES : [])].map((rule) => [rule, { enabled: false }]);
  const options = { rules: Object.fromEntries(off), resultTypes: ['violations'], elementRef: false };
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)});
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => id + ': ' + target.join(' ') + ' ' + html));
  })()`);
};

/** The contrast of every text, and which colours stand on which, with how much contrast they need. */
const contrast = (page: Page, within: string | undefined): Promise<Contrast> =>
  page.evaluate<Contrast>(`(async () => {
    const where = ${within === undefined ? 'document' : JSON.stringify(within)};
    const { violations, passes } = await axe.run(where, { runOnly: ['color-contrast'], elementRef: false });
    const nodes = [...violations, ...passes].flatMap((result) => result.nodes);
    const colours = nodes.flatMap(({ any }) => any.map(({ data }) => data)).filter(Boolean);
    return {
      tooLow: violations.flatMap(({ nodes }) => nodes.map(({ target, html }) => target.join(' ') + ' ' + html)),
      colours: colours.map(({ fgColor, bgColor, expectedContrastRatio }) => [fgColor, bgColor, expectedContrastRatio].join(' ')),
    };
  })()`);

const isOpen = (page: Page, { selector }: Opened): Promise<boolean> =>
  page.locator(selector).filter({ visible: true }).first().isVisible();

/** Opens it unless it is open, and waits until its content has loaded. */
const open = async (page: Page, opened: Opened): Promise<void> => {
  if (!(await isOpen(page, opened))) await opened.reach(page);
  const place = page.locator(opened.selector).filter({ visible: true }).first();
  await place.waitFor();
  await place.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
};

/** Pairs of colours that were checked in every theme, as the key theme has them. */
const seen = new Set<string>();

/**
 * What axe finds on the page at each width: every rule, and the contrast of its text. A theme changes colours
 * only, and in the key theme all colours differ: so the other themes are checked where a page has pairs of colours
 * that were not checked in them yet, on this page or another. Of an overlay only its own contrast is checked,
 * and the rules on the page behind it at one width: that page is checked without it.
 */
export const audit = async (page: Page, opened?: Opened): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, KEY_THEME);
    if (opened) await open(page, opened);
    const within = width === WIDTHS[0] ? undefined : opened?.selector;
    found.push(...(await faults(page, opened !== undefined, within)).map((fault) => `at ${width}: ${fault}`));
    const { tooLow, colours } = await contrast(page, opened?.selector);
    const looks: [Theme, string[]][] = [[KEY_THEME, tooLow]];
    if (colours.some((pair) => !seen.has(pair)))
      for (const theme of THEMES.filter((one) => one !== KEY_THEME)) {
        await showTheme(page, theme);
        looks.push([theme, (await contrast(page, opened?.selector)).tooLow]);
      }
    for (const pair of colours) seen.add(pair);
    for (const [theme, texts] of looks) found.push(...texts.map((text) => `contrast, ${theme} at ${width}: ${text}`));
  }
  return found;
};
