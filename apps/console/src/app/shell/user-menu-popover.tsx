import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { MenuPopover, type MenuGroup } from '@portico/ui';
import { chooseTheme, onThemeChoice, THEME_CHOICES, themeChoice, type ThemeChoice } from '../theme/theme-choice.ts';
import { openShortcuts } from './shortcuts.ts';
import type { SettingsEntry } from './user-settings.ts';

const iconOf = (choice: ThemeChoice) => {
  if (choice === 'system') return Monitor;
  return choice.startsWith('dark') ? Moon : Sun;
};

const THEMES = THEME_CHOICES.map((choice) => ({ ...choice, icon: iconOf(choice.id) }));

const useThemeGroup = (): MenuGroup => ({
  title: 'Theme',
  entries: THEMES,
  selected: useSyncExternalStore(onThemeChoice, themeChoice),
  onAction: (id) => chooseTheme(THEME_CHOICES.find((choice) => choice.id === id)?.id ?? 'system'),
});

export type UserMenuPopoverProps = {
  settings: readonly SettingsEntry[];
  onSettings: (id: string) => void;
  onLogout: () => void;
};

/** The open user menu. Fetched with the menu: most pages are left without it. */
export const UserMenuPopover = ({ settings, onSettings, onLogout }: UserMenuPopoverProps) => {
  const theme = useThemeGroup();
  const groups: MenuGroup[] = [
    ...(settings.length > 0 ? [{ entries: settings, onAction: onSettings }] : []),
    theme,
    { entries: [{ id: 'shortcuts', text: 'Keyboard shortcuts', icon: Keyboard }], onAction: openShortcuts },
    { entries: [{ id: 'logout', text: 'Logout', icon: LogOut }], onAction: onLogout },
  ];
  return <MenuPopover groups={groups} />;
};
