import type { SessionUser } from '../session/session-store.ts';

export type SettingsDialogProps = { user: SessionUser; onClose: () => void };
