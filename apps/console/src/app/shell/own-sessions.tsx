import { SessionsDialog } from '../../features/users/sessions-dialog.tsx';
import type { SettingsDialogProps } from './settings-dialog-props.ts';

/** The dialog that lists the sessions of the signed-in user. */
export const OwnSessions = ({ onClose }: SettingsDialogProps) => <SessionsDialog onClose={onClose} />;
