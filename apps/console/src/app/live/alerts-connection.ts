import { ALERTS_CHANGES, ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import type { AlertsSource } from '../../api/live-source.ts';
import { createLiveSocket, type LiveService } from './live-socket.ts';

/** Between attempts at most: without a connection the screens ask by themselves. */
const SLOWEST_MS = 30_000;
/** Without a connection notices are asked for this often, in milliseconds: a proxy may block it for good. */
const POLL_MS = 10_000;

/** What the server says it is; undefined for what this console does not know. */
const changeIn = (sent: unknown): AlertsChange['what'] | undefined =>
  typeof sent === 'object' && sent !== null && 'what' in sent
    ? ALERTS_CHANGES.find((known) => known === sent.what)
    : undefined;

/** Changes during an interruption are unknown: with each connection, the first too, which follows the screen, everything may have changed. */
export const createAlertsConnection = ({ url, session }: LiveService): AlertsSource => ({
  watch: (changed) => {
    const socket = createLiveSocket({
      url,
      session,
      options: { path: ALERTS_LIVE_PATH, reconnectionDelayMax: SLOWEST_MS },
      attach: (opened) => {
        opened.on('connect', () => {
          for (const what of ALERTS_CHANGES) changed(what);
        });
        opened.on('changed', (sent: unknown) => {
          const what = changeIn(sent);
          if (what !== undefined) changed(what);
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
