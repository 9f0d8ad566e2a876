import type { Backend } from '../backend.ts';
import type { SessionUser } from '../session/session-store.ts';

export type SettingsDialogProps = { user: SessionUser; api: Backend['api']; onClose: () => void };
