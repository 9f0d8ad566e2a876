import { UserSettings } from '../../features/users/user-settings.tsx';
import { useServices } from '../services-context.ts';

/** A dialog for the user's own settings. A new name appears in the greeting at once. */
export const OwnSettings = ({ onClose }: { onClose: () => void }) => {
  const { session } = useServices();
  return <UserSettings onSaved={session.update} onClose={onClose} />;
};
