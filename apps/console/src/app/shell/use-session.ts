import { useSyncExternalStore } from 'react';
import { useServices } from '../services-context.ts';
import type { StoredSession } from '../session/session-store.ts';

/** Who is signed in, now; null for nobody. */
export const useSession = (): StoredSession | null => {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.current);
};
