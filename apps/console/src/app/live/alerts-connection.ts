import { ALERTS_CHANGES, ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import type { AlertsSource } from '../../api/live-source.ts';
import { createLiveSocket, type LiveService } from './live-socket.ts';

/** Maximum milliseconds between two connection attempts. The screens poll while there is no connection. */
const MAX_RETRY_DELAY_MS = 30_000;
/** Poll interval of notices in milliseconds while there is no connection: a proxy may block sockets permanently. */
const POLL_MS = 10_000;

/** Returns the kind of changed data; undefined if this version of the console does not know the kind. */
const changeIn = (sent: unknown): AlertsChange['what'] | undefined =>
  typeof sent === 'object' && sent !== null && 'what' in sent
    ? ALERTS_CHANGES.find((known) => known === sent.what)
    : undefined;

/**
 * Notifies of alert changes. The changes during an interruption are unknown, so each new connection, including the first,
 * reports every kind as changed.
 */
export const createAlertsConnection = ({ url, session }: LiveService): AlertsSource => ({
  watch: (changed) => {
    const socket = createLiveSocket({
      url,
      session,
      options: { path: ALERTS_LIVE_PATH, reconnectionDelayMax: MAX_RETRY_DELAY_MS },
      attach: (opened) => {
        opened.on('connect', () => {
          for (const change of ALERTS_CHANGES) changed(change);
        });
        opened.on('changed', (sent: unknown) => {
          const change = changeIn(sent);
          if (change !== undefined) changed(change);
        });
      },
    });
    socket.connect();
    const poll = setInterval(() => {
      if (session.current() !== null && !socket.isConnected() && navigator.onLine) changed('notices');
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      socket.end();
    };
  },
});
