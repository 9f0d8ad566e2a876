import type { ThemeName } from '@portico/ui';
import { store } from '../../shared/storage/stored-choice.ts';

const KEY = 'portico_theme';

/** `system`: light or dark as on the device. */
export type ThemeChoice = ThemeName | 'system';

export const THEME_CHOICES: readonly { id: ThemeChoice; text: string }[] = [
  { id: 'system', text: 'System' },
  { id: 'light', text: 'Light' },
  { id: 'dark', text: 'Dark' },
  { id: 'light-blue', text: 'Light blue' },
  { id: 'dark-blue', text: 'Dark blue' },
];

export const themeChoice = (): ThemeChoice => {
  const storedId = localStorage.getItem(KEY);
  return THEME_CHOICES.find(({ id }) => id === storedId)?.id ?? 'system';
};

/** Stores the choice; `public/theme.js` listens for it in every tab and applies it. */
export const chooseTheme = (choice: ThemeChoice): void => store(KEY, choice === 'system' ? null : choice);
