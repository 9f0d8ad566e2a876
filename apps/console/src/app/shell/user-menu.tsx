import { useRouteContext, useRouter } from '@tanstack/react-router';
import {
  ChevronsUpDown,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Building2,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useState, useSyncExternalStore, type ComponentType } from 'react';
import { visuallyHidden } from '@portico/ui/styles';
import { Icon, MenuButton, type MenuGroup, lazyPart } from '@portico/ui';
import type { SessionUser } from '../session/session-store.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { openShortcuts } from './shortcuts.ts';
import * as styles from './shell.css.ts';
import { onStored } from '../../shared/storage/stored-choice.ts';
import { chooseTheme, THEME_CHOICES, themeChoice, type ThemeChoice } from '../theme/theme-choice.ts';

type SettingsEntry = {
  id: string;
  text: 'User Settings' | 'Organization Settings' | 'Sessions';
  icon: LucideIcon;
  Dialog: ComponentType<{ onClose: () => void }>;
};

const USER_SETTINGS: readonly SettingsEntry[] = [
  {
    id: 'user-settings',
    text: 'User Settings',
    icon: UserRound,
    Dialog: lazyPart(async () => (await import('./own-settings.tsx')).OwnSettings),
  },
  {
    id: 'organization-settings',
    text: 'Organization Settings',
    icon: Building2,
    Dialog: lazyPart(async () => (await import('./organization-settings.tsx')).OrganizationSettings),
  },
  {
    id: 'sessions',
    text: 'Sessions',
    icon: Monitor,
    Dialog: lazyPart(async () => (await import('../../features/users/sessions-dialog.tsx')).SessionsDialog),
  },
];

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => (Array.from(word)[0] ?? '').toUpperCase())
    .slice(0, 2)
    .join('');

const iconOf = (choice: ThemeChoice) => {
  if (choice === 'system') return Monitor;
  return choice.startsWith('dark') ? Moon : Sun;
};

const THEMES = THEME_CHOICES.map((choice) => ({ ...choice, icon: iconOf(choice.id) }));

const useThemeGroup = (): MenuGroup => ({
  title: 'Theme',
  entries: THEMES,
  selected: useSyncExternalStore(onStored, themeChoice),
  onAction: (id) => chooseTheme(THEME_CHOICES.find((choice) => choice.id === id)?.id ?? 'system'),
});

const Greeting = ({ user, greeting, isSmall }: { user: SessionUser; greeting: string; isSmall: boolean }) => (
  <>
    <span aria-hidden className={styles.avatar}>
      {initials(user.name)}
    </span>
    {isSmall && <span className={visuallyHidden}>{greeting}</span>}
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

export const UserMenu = ({ user, isSmall }: { user: SessionUser; isSmall: boolean }) => {
  const router = useRouter();
  const { session } = useRouteContext({ from: '__root__' });
  const theme = useThemeGroup();
  const [opened, setOpened] = useState<string | null>(null);
  const logout = async () => {
    // Navigates to a public page first: the guards would redirect a signed-out user to the login.
    await router.navigate({ to: '/' });
    await session.logout();
  };
  useCommands([
    ...USER_SETTINGS.map(({ id, text, icon }) => ({ text, icon, run: () => setOpened(id) })),
    { text: 'Keyboard shortcuts', keys: ['?'], run: openShortcuts },
    { text: 'Logout', run: () => void logout() },
  ]);
  const greeting = `Hello, ${firstName(user.name)}`;
  const Dialog = USER_SETTINGS.find(({ id }) => id === opened)?.Dialog;
  return (
    <>
      <MenuButton
        label="User menu"
        className={styles.user}
        placement="top start"
        groups={[
          { entries: USER_SETTINGS, onAction: setOpened },
          theme,
          { entries: [{ id: 'shortcuts', text: 'Keyboard shortcuts', icon: Keyboard }], onAction: openShortcuts },
          { entries: [{ id: 'logout', text: 'Logout', icon: LogOut }], onAction: () => void logout() },
        ]}
      >
        <Greeting user={user} greeting={greeting} isSmall={isSmall} />
      </MenuButton>
      {Dialog && <Dialog onClose={() => setOpened(null)} />}
    </>
  );
};
