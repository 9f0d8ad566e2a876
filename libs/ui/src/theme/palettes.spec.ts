import { describe, expect, it } from '@jest/globals';
import { themes, type ThemeName } from './palettes.ts';

/** Relative luminance as WCAG 2 defines it. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
};

type Theme = (typeof themes)[ThemeName];
type Name = keyof Theme;

const SURFACES: Name[] = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const TEXTS: Name[] = ['text', 'textMuted', 'textSubtle', 'primaryText', 'danger', 'warning', 'success'];
const PAIRS: [text: Name, surface: Name][] = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface): [Name, Name] => [text, surface])),
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['primaryText', 'primarySoft'],
  ['text', 'primarySoft'],
  ['textSubtle', 'primarySoft'],
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'dangerSoft'],
  ['surface', 'danger'],
];

describe.each(Object.entries(themes))('the %s theme', (_, theme) => {
  it.each(PAIRS)('has readable contrast of %s on %s', (text, surface) => {
    expect(contrast(theme[text], theme[surface])).toBeGreaterThanOrEqual(4.5);
  });

  it('has a focus ring that is visible on every surface', () => {
    for (const surface of SURFACES) expect(contrast(theme.focus, theme[surface])).toBeGreaterThanOrEqual(3);
  });
});

describe('the dark theme', () => {
  // The browser tests recognize elements by their colours in every theme.
  it('gives each name a different colour, except for the focus ring', () => {
    const colours = Object.entries(themes.dark).flatMap(([name, colour]) => (name === 'focus' ? [] : [colour]));
    expect(new Set(colours).size).toBe(colours.length);
  });
});
