import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const THEMES = ['light', 'dark', 'light-blue', 'dark-blue'] as const;
export type Theme = (typeof THEMES)[number];
/** The one in which each colour is another one; `palettes.spec.ts` of libs/ui holds it to that. */
const KEY_THEME: Theme = 'dark';
export const WIDTHS = [360, 768, 1440] as const;

/** Something that opens within a page, and is looked at while it is open. */
export type Opened = {
  /** Where it stands, as a CSS selector. */
  selector: string;
  /** Opens it; at each width at which it is not open any more, too. */
  reach: (page: Page) => Promise<unknown>;
};

/** Resolves when what was changed is drawn, and every colour has arrived. */
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

/** What a page has to have, and what is hidden behind something that is open. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'page-has-heading-one'];

/** Every rule but the contrast of colours. */
const faults = (page: Page, isOpened: boolean): Promise<string[]> => {
  const off = ['color-contrast', ...(isOpened ? OF_WHOLE_PAGES : [])].map((rule) => [rule, { enabled: false }]);
  const options = { rules: Object.fromEntries(off), resultTypes: ['violations'], elementRef: false };
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(document, ${JSON.stringify(options)});
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

/** Opens it where it is not open, and waits until what is in it has been loaded. */
const open = async (page: Page, opened: Opened): Promise<void> => {
  if (!(await isOpen(page, opened))) await opened.reach(page);
  const place = page.locator(opened.selector).filter({ visible: true }).first();
  await place.waitFor();
  await place.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
};

/** Colours on colours that were looked at in every theme, as the key theme has them. */
const seen = new Set<string>();

/**
 * What axe finds on the page as it stands, at each width: every rule, and the contrast of its text. A theme changes colours
 * and nothing else, and in the key theme no two colours are alike: so the other themes are looked at where there are colours
 * on colours that have not been looked at in them, on this page or another. Of what is opened the contrast is looked at
 * there alone: what is behind it is looked at without it.
 */
export const audit = async (page: Page, opened?: Opened): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, KEY_THEME);
    if (opened) await open(page, opened);
    found.push(...(await faults(page, opened !== undefined)).map((fault) => `at ${width}: ${fault}`));
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
