import type { SessionStore } from './session-store.ts';
import { onClockChange, serverNow } from '../../shared/time/server-clock.ts';

/** Milliseconds before the expiry of a token at which the console renews it. */
const LEAD_MS = 60_000;
/** Minimum milliseconds between renewal attempts, so that a wrong clock or an unavailable server causes no burst of requests. */
const PAUSE_MS = 20_000;

/** Expiry of a JWT in milliseconds; null if the token is invalid. The signature is verified only by the server. */
export const expiryOf = (token: string): number | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null;
  } catch {
    return null;
  }
};

export const keepRenewed = (
  store: SessionStore,
  renew: (token: string) => Promise<string | null>,
  now: () => number = serverNow,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    const token = store.get()?.token;
    const expiry = token === undefined ? null : expiryOf(token);
    if (token === undefined || expiry === null) return;
    timer = setTimeout(
      () => {
        void renew(token).then((renewed) => renewed === null && plan());
      },
      Math.max(expiry - LEAD_MS - now(), PAUSE_MS),
    );
  };
  plan();
  const stop = [store.subscribe(plan), onClockChange(plan)];
  return () => {
    clearTimeout(timer);
    for (const end of stop) end();
  };
};
