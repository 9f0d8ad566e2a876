import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { themes } from '@portico/ui';
import { onStored } from '../../shared/storage/stored-choice.ts';
import { chooseTheme, THEME_CHOICES, themeChoice } from './theme-choice.ts';

const script = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8');
const system = { matches: false, listeners: new Set<() => void>() };
const root = document.documentElement;
const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** Loads a page on a device with a light or dark scheme. */
const load = (isDark: boolean) => {
  system.matches = isDark;
  window.eval(script);
};

beforeEach(() => {
  localStorage.clear();
  system.listeners.clear();
  document.head.innerHTML = '<meta name="theme-color" content="" /><meta name="color-scheme" content="" />';
  Object.assign(window, {
    matchMedia: () => ({
      get matches() {
        return system.matches;
      },
      addEventListener: (_: string, listener: () => void) => system.listeners.add(listener),
    }),
  });
});

describe('the theme', () => {
  it.each([
    [false, 'light'],
    [true, 'dark'],
  ])('follows the system (dark: %s) until the user chooses one', (isDark, theme) => {
    load(isDark);
    expect(themeChoice()).toBe('system');
    expect(root.dataset['theme']).toBe(theme);
    system.matches = !isDark;
    for (const listener of system.listeners) listener();
    expect(root.dataset['theme']).toBe(isDark ? 'light' : 'dark');
  });

  // spec: 1.8
  it.each(Object.entries(themes))('changes to %s in every tab when the user chooses it', (name, { surface }) => {
    const choice = THEME_CHOICES.find(({ id }) => id === name);
    load(false);
    chooseTheme(choice?.id ?? 'system');
    for (const wasChosen of [true, false]) {
      if (!wasChosen) load(true);
      expect(root.dataset['theme']).toBe(name);
      expect(meta('theme-color')).toBe(surface);
      expect(meta('color-scheme')).toBe(name.startsWith('dark') ? 'dark' : 'light');
    }
  });

  it('follows the system again when the user chooses the system theme, and notifies subscribers', () => {
    load(true);
    let notified = 0;
    const stop = onStored(() => (notified += 1));
    chooseTheme('light-blue');
    chooseTheme('system');
    stop();
    expect(notified).toBe(2);
    expect(root.dataset['theme']).toBe('dark');
  });

  it('ignores an unknown choice', () => {
    localStorage.setItem('portico_theme', 'sepia');
    load(false);
    expect([themeChoice(), root.dataset['theme']]).toEqual(['system', 'light']);
  });
});
