import { useSyncExternalStore } from 'react';
import { useServices } from '../services-context.ts';
import type { StoredSession } from '../session/session-store.ts';

export const useSession = (): StoredSession | null => {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.current);
};
