import { ALERTS_CHANGES, ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import type { Socket } from 'socket.io-client';
import type { Session } from '../session/session.ts';
import { createSocket } from './live-socket.ts';

export type AlertsConnectionOptions = {
  url: string;
  session: Pick<Session, 'current' | 'subscribe' | 'renew'>;
  changed: (what: AlertsChange['what']) => void;
};

/** After a refusal; a lost connection is tried again sooner, by the socket itself. */
const RETRY_MS = 5_000;
/** Between attempts at most: without it the screens ask by themselves. */
const SLOWEST_MS = 30_000;
/** Without a connection notices are asked for this often, in milliseconds: a proxy may block it for good. */
const POLL_MS = 10_000;
/** A server that keeps rejecting new tokens is not called more often than this. */
const RENEWAL_MS = 60_000;

/** What the server says it is; undefined for what this console does not know. */
const changeIn = (sent: unknown): AlertsChange['what'] | undefined =>
  typeof sent === 'object' && sent !== null && 'what' in sent
    ? ALERTS_CHANGES.find((known) => known === sent.what)
    : undefined;

/**
 * Connects for changes of alerts as long as somebody is signed in, with the token of the moment. What changed while there was no
 * connection is not known: with each one, the first too, which comes after the screen, everything may have. Answers how to end it.
 */
export const connectAlerts = ({ url, session, changed }: AlertsConnectionOptions): (() => void) => {
  const token = () => session.current()?.token ?? null;
  let socket: Socket | undefined;
  let hasEnded = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewedAt = -RENEWAL_MS;

  /** With a new token, because the old one is what a refusal is about most of the time. */
  const reconnect = async () => {
    const refused = token();
    if (refused === null) return;
    clearTimeout(retry);
    retry = setTimeout(() => socket?.connect(), RETRY_MS);
    if (performance.now() - renewedAt < RENEWAL_MS) return;
    renewedAt = performance.now();
    await session.renew(refused);
  };

  const open = async () => {
    const opened = await createSocket(url, token, { path: ALERTS_LIVE_PATH, reconnectionDelayMax: SLOWEST_MS });
    if (hasEnded) return;
    socket = opened;
    opened.on('connect', () => {
      for (const what of ALERTS_CHANGES) changed(what);
    });
    opened.on('changed', (sent: unknown) => {
      const what = changeIn(sent);
      if (what !== undefined) changed(what);
    });
    opened.on('disconnect', (reason) => {
      // What the server ended does not come back by itself.
      if (reason === 'io server disconnect') void reconnect();
    });
    opened.on('connect_error', () => {
      // Refused, rather than not reached.
      if (!opened.active) void reconnect();
    });
    if (token() !== null) opened.connect();
  };

  let used = token();
  const forget = session.subscribe(() => {
    if (token() === used) return;
    used = token();
    socket?.disconnect();
    if (used !== null) socket?.connect();
  });
  const poll = setInterval(() => {
    if (token() !== null && socket?.connected !== true && navigator.onLine) changed('notices');
  }, POLL_MS);
  // Without its code there is no connection, and the screens ask by themselves.
  open().catch(() => undefined);
  return () => {
    hasEnded = true;
    forget();
    clearTimeout(retry);
    clearInterval(poll);
    socket?.disconnect();
  };
};
