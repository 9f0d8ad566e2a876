import { UserSettings } from '../../features/users/user-settings.tsx';
import { useServices } from '../services-context.ts';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** A new name appears in the greeting at once. */
export const OwnSettings = ({ onClose }: SettingsDialogProps) => {
  const { session } = useServices();
  return <UserSettings onSaved={session.update} onClose={onClose} />;
};
