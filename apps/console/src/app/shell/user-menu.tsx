import { useRouteContext, useRouter } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Icon, MenuButton, type MenuGroup } from '@portico/ui';
import type { SessionUser } from '../session/session-store.ts';
import { chooseTheme, onThemeChoice, THEME_CHOICES, themeChoice, type ThemeChoice } from '../theme/theme-choice.ts';
import { openShortcuts } from './shortcuts.ts';
import * as styles from './shell.css.ts';
import { USER_SETTINGS } from './user-settings.ts';

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

/** Fetched with the menu, which shows nothing before it has them. */
const menuIcon = (name: keyof typeof import('./user-menu-icons.ts')) =>
  lazy(async () => ({ default: (await import('./user-menu-icons.ts'))[name] }));
const MENU_ICONS = {
  system: menuIcon('Monitor'),
  light: menuIcon('Sun'),
  dark: menuIcon('Moon'),
  shortcuts: menuIcon('Keyboard'),
  logout: menuIcon('LogOut'),
};

const iconOf = (choice: ThemeChoice) => {
  if (choice === 'system') return MENU_ICONS.system;
  return choice.startsWith('dark') ? MENU_ICONS.dark : MENU_ICONS.light;
};

const THEMES = THEME_CHOICES.map((choice) => ({ ...choice, icon: iconOf(choice.id) }));

const useThemeGroup = (): MenuGroup => ({
  title: 'Theme',
  entries: THEMES,
  selected: useSyncExternalStore(onThemeChoice, themeChoice),
  onAction: (id) => chooseTheme(THEME_CHOICES.find((choice) => choice.id === id)?.id ?? 'system'),
});

/** What it says, closed. */
const Greeting = ({ user, greeting, isSmall }: { user: SessionUser; greeting: string; isSmall: boolean }) => (
  <>
    <span aria-hidden className={styles.avatar}>
      {initials(user.name)}
    </span>
    {!isSmall && (
      <>
        <span className={styles.userText}>
          <span className={styles.greeting}>{greeting}</span>
          <span className={styles.email}>{user.email}</span>
        </span>
        <span className={styles.chevron}>
          <Icon of={ChevronsUpDown} size="sm" />
        </span>
      </>
    )}
  </>
);

/** The greeting, and what a user can do about themselves. @param settings dialogs that are provided */
export const UserMenu = ({ user, isSmall = false, settings = USER_SETTINGS }: UserMenuProps) => {
  const router = useRouter();
  const { session, api } = useRouteContext({ from: '__root__' });
  const [opened, setOpened] = useState<string | null>(null);
  const theme = useThemeGroup();
  const logout = async () => {
    // First to a page that anyone may see: the guards would redirect a signed-out user to the login.
    await router.navigate({ to: '/' });
    await session.logout();
  };
  const groups: MenuGroup[] = [
    ...(settings.length > 0 ? [{ entries: settings, onAction: setOpened }] : []),
    theme,
    { entries: [{ id: 'shortcuts', text: 'Keyboard shortcuts', icon: MENU_ICONS.shortcuts }], onAction: openShortcuts },
    { entries: [{ id: 'logout', text: 'Logout', icon: MENU_ICONS.logout }], onAction: () => void logout() },
  ];
  const greeting = `Hello, ${firstName(user.name)}`;
  const Dialog = settings.find(({ id }) => id === opened)?.Dialog;
  return (
    <>
      <MenuButton
        label="User menu"
        className={styles.user}
        placement="top start"
        groups={groups}
        {...(isSmall && { 'aria-label': greeting })}
      >
        <Greeting user={user} greeting={greeting} isSmall={isSmall} />
      </MenuButton>
      {Dialog && (
        <Suspense>
          <Dialog user={user} api={api} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
};

export type UserMenuProps = { user: SessionUser; isSmall?: boolean; settings?: typeof USER_SETTINGS };
