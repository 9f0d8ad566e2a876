import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified source of axe, because each page compiles this source. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const THEMES = ['light', 'dark', 'light-blue', 'dark-blue'] as const;
type Theme = (typeof THEMES)[number];
/** The theme in which every colour is different. `palettes.spec.ts` of libs/ui verifies this. */
const KEY_THEME: Theme = 'dark';
const WIDTHS = [360, 768, 1440];
/** Returns the widths at which a screen is audited: all with PORTICO_AUDIT=full, otherwise one width per screen, in turn. */
const widthsOf = (turn: number): number[] =>
  process.env.PORTICO_AUDIT === 'full' ? WIDTHS : WIDTHS.filter((_, index) => index === turn % WIDTHS.length);

/** An overlay that the audit opens in a page, and audits while it is open. */
export type Opened = {
  /** CSS selector of the overlay. */
  selector: string;
  /** Opens the overlay. Called again if a change of the width has closed the overlay. */
  reach: (page: Page) => Promise<unknown>;
};

/** Disables transitions, because hundreds of transitions take one second in a browser without a graphics card. */
const STOP_ANIMATIONS = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets.push(still);
})()`;
/** Resolves when the browser has painted all changes. */
const PAINTED = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
})()`;

/** Sets a theme in the same way as the console. */
const showTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate(`localStorage.setItem('portico_theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'portico_theme' }));`);
  await page.evaluate(PAINTED);
};

type Looks = { faults: string[]; tooLow: string[]; colours: string[] };

/**
 * Runs axe inside the element `within`, or on the whole page. Returns violations of `rules` (default: all rules), texts with too
 * little contrast, and all pairs of text and background colours with their required contrast.
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

const DEFAULT_RULES = {};
const OFF = { enabled: false };
/** Rules for an open overlay: all rules, except rules about whole pages. */
const DIALOG_RULES = { rules: { 'landmark-one-main': OFF, 'page-has-heading-one': OFF } };
const BACKGROUND_RULES = { rules: { ...DIALOG_RULES.rules, 'color-contrast': OFF } };
const CONTRAST = { runOnly: ['color-contrast'] };

const isOpen = (page: Page, { selector }: Opened): Promise<boolean> =>
  page.locator(selector).filter({ visible: true }).first().isVisible();

/** Opens the overlay if it is closed, and waits until its content has loaded. */
const open = async (page: Page, opened: Opened): Promise<void> => {
  if (!(await isOpen(page, opened))) await opened.reach(page);
  const place = page.locator(opened.selector).filter({ visible: true }).first();
  await place.waitFor();
  await place.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
};

/** Pairs of colours that were already checked in every theme. Contains the colours in the key theme. */
const checkedPairs = new Set<string>();

/**
 * Audits a page at each of its widths: every rule, and the contrast of texts. Themes differ only in colours, and the key theme has a
 * different value for every colour. So the audit checks the other themes only if the page has pairs of colours that no earlier page
 * had. For an overlay, the audit checks contrast only inside the overlay, and the other rules on the page behind at only one width,
 * because the page is also audited without the overlay.
 */
export const audit = async (page: Page, turn: number, opened?: Opened): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(AXE);
  await page.evaluate(STOP_ANIMATIONS);
  const widths = widthsOf(turn);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, KEY_THEME);
    if (opened) await open(page, opened);
    const within = opened?.selector;
    // At the first width, also audits the page behind the open overlay.
    const isSeen = opened !== undefined && width === widths[0];
    const behind = isSeen ? (await look(page, undefined, BACKGROUND_RULES)).faults : [];
    const rules = opened ? DIALOG_RULES : DEFAULT_RULES;
    const { faults, tooLow, colours } = await look(page, within, isSeen ? CONTRAST : rules);
    found.push(...[...behind, ...faults].map((fault) => `at ${width}: ${fault}`));
    const looks: [Theme, string[]][] = [[KEY_THEME, tooLow]];
    if (colours.some((pair) => !checkedPairs.has(pair)))
      for (const theme of THEMES.filter((one) => one !== KEY_THEME)) {
        await showTheme(page, theme);
        looks.push([theme, (await look(page, within, CONTRAST)).tooLow]);
      }
    for (const pair of colours) checkedPairs.add(pair);
    for (const [theme, texts] of looks) found.push(...texts.map((text) => `contrast, ${theme} at ${width}: ${text}`));
  }
  return found;
};
