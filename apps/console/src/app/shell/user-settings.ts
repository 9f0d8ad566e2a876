import { Building2, UserRound, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '@portico/ui';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** A dialog of the user menu. */
export type SettingsEntry = {
  id: string;
  text: 'User Settings' | 'Organization Settings';
  icon: LucideIcon;
  Dialog: ComponentType<SettingsDialogProps>;
};

/** Each stands here once its dialog exists. */
export const USER_SETTINGS: readonly SettingsEntry[] = [
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
];
