import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Minified, because each page compiles it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const THEMES = ['light', 'dark', 'light-blue', 'dark-blue'] as const;
type Theme = (typeof THEMES)[number];
/** The theme in which all colours differ, which `palettes.spec.ts` of libs/ui verifies. */
const KEY_THEME: Theme = 'dark';
const WIDTHS = [360, 768, 1440];
/** The widths at which a screen is audited: all with PORTICO_AUDIT=full, otherwise one per screen, in turn. */
const widthsOf = (turn: number): number[] =>
  process.env.PORTICO_AUDIT === 'full' ? WIDTHS : WIDTHS.filter((_, index) => index === turn % WIDTHS.length);

/** An overlay that is opened within a page and checked while open. */
export type Opened = {
  /** Its CSS selector. */
  selector: string;
  /** Opens it. Called again at each width at which it has closed. */
  reach: (page: Page) => Promise<unknown>;
};

/** Disables transitions, because hundreds of them take a browser without a graphics card a second. */
const STILL = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets.push(still);
})()`;
/** Resolves when changes are painted. */
const PAINTED = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
})()`;

/** Sets a theme the way the console stores it. */
const showTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate(`localStorage.setItem('portico_theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'portico_theme' }));`);
  await page.evaluate(PAINTED);
};

type Looks = { faults: string[]; tooLow: string[]; colours: string[] };

/**
 * Runs axe `within` an element, or on the whole page. Returns violations of its `rules` (default: all), texts with too little
 * contrast, and all pairs of text and background colours with the contrast that they need.
 */
const look = (page: Page, within: string | undefined, rules: Record<string, unknown>): Promise<Looks> =>
  page.evaluate<Looks>(`(async () => {
    const where = ${within === undefined ? 'document' : JSON.stringify(within)};
    const { violations, passes } = await axe.run(where, ${JSON.stringify({ ...rules, elementRef: false })});
    const isContrast = ({ id }) => id === 'color-contrast';
    const placesOf = ({ nodes }) => nodes.map(({ target, html }) => target.join(' ') + ' ' + html);
    const colours = [...violations, ...passes].filter(isContrast)
      .flatMap(({ nodes }) => nodes.flatMap(({ any }) => any.map(({ data }) => data))).filter(Boolean);
    return {
      faults: violations.filter((one) => !isContrast(one)).flatMap((one) => placesOf(one).map((place) => one.id + ': ' + place)),
      tooLow: violations.filter(isContrast).flatMap(placesOf),
      colours: colours.map(({ fgColor, bgColor, expectedContrastRatio }) => [fgColor, bgColor, expectedContrastRatio].join(' ')),
    };
  })()`);

const ALL = {};
const OFF = { enabled: false };
/** Rules for whole pages do not apply to an open overlay. */
const OF_OPENED = { rules: { 'landmark-one-main': OFF, 'page-has-heading-one': OFF } };
const BEHIND = { rules: { ...OF_OPENED.rules, 'color-contrast': OFF } };
const CONTRAST = { runOnly: ['color-contrast'] };

const isOpen = (page: Page, { selector }: Opened): Promise<boolean> =>
  page.locator(selector).filter({ visible: true }).first().isVisible();

/** Opens it unless it is open, and waits until its content has loaded. */
const open = async (page: Page, opened: Opened): Promise<void> => {
  if (!(await isOpen(page, opened))) await opened.reach(page);
  const place = page.locator(opened.selector).filter({ visible: true }).first();
  await place.waitFor();
  await place.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
};

/** Colour pairs already checked in every theme, by their colours in the key theme. */
const seen = new Set<string>();

/**
 * Audits the page at each of its widths: every rule, and the contrast of its texts. Themes only differ in colours, and in the key
 * theme all colours are different. So the other themes are only checked for new pairs of colours, which no earlier page had. For
 * an overlay, contrast is checked inside the overlay only, and the rules on the page behind it at one width, because that page is
 * also audited without the overlay.
 */
export const audit = async (page: Page, turn: number, opened?: Opened): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(AXE);
  await page.evaluate(STILL);
  const widths = widthsOf(turn);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, KEY_THEME);
    if (opened) await open(page, opened);
    const within = opened?.selector;
    // The open overlay belongs to the page behind it.
    const isSeen = opened !== undefined && width === widths[0];
    const behind = isSeen ? (await look(page, undefined, BEHIND)).faults : [];
    const rules = opened ? OF_OPENED : ALL;
    const { faults, tooLow, colours } = await look(page, within, isSeen ? CONTRAST : rules);
    found.push(...[...behind, ...faults].map((fault) => `at ${width}: ${fault}`));
    const looks: [Theme, string[]][] = [[KEY_THEME, tooLow]];
    if (colours.some((pair) => !seen.has(pair)))
      for (const theme of THEMES.filter((one) => one !== KEY_THEME)) {
        await showTheme(page, theme);
        looks.push([theme, (await look(page, within, CONTRAST)).tooLow]);
      }
    for (const pair of colours) seen.add(pair);
    for (const [theme, texts] of looks) found.push(...texts.map((text) => `contrast, ${theme} at ${width}: ${text}`));
  }
  return found;
};
