import type { ThemeName } from '@portico/ui';

const KEY = 'portico_theme';

/** `system`: light or dark as the device has it. */
export type ThemeChoice = ThemeName | 'system';

export const THEME_CHOICES: readonly { id: ThemeChoice; text: string }[] = [
  { id: 'system', text: 'System' },
  { id: 'light', text: 'Light' },
  { id: 'dark', text: 'Dark' },
  { id: 'light-blue', text: 'Light blue' },
  { id: 'dark-blue', text: 'Dark blue' },
];

/** What was chosen in this browser, in any tab. */
export const themeChoice = (): ThemeChoice => {
  const kept = localStorage.getItem(KEY);
  return THEME_CHOICES.find(({ id }) => id === kept)?.id ?? 'system';
};

/** Keeps the choice; `public/theme.js` hears of it in every tab and puts it on the page. */
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  // The browser tells only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
};

export const onThemeChoice = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};
