import { SessionsDialog } from '../../features/users/sessions-dialog.tsx';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** Where the user is signed in. */
export const OwnSessions = ({ onClose }: SettingsDialogProps) => <SessionsDialog onClose={onClose} />;
