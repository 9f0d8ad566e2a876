import { SessionsDialog } from '../../features/users/sessions-dialog.tsx';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** The user's sessions. */
export const OwnSessions = ({ onClose }: SettingsDialogProps) => <SessionsDialog onClose={onClose} />;
