import type { ServerToViewer, ViewerToServer } from '@portico/contracts/live';
import type { Socket } from 'socket.io-client';
import type { Session } from '../session/session.ts';
import type { Options } from './open-socket.ts';

/** Milliseconds before reconnecting after a rejection. After a lost connection, the socket itself reconnects sooner. */
const RETRY_MS = 3_000;
/** Minimum milliseconds between token renewals, in case the server keeps rejecting new tokens. */
const RENEWAL_MS = 60_000;

export type EventsSocket = Socket<ServerToViewer, ViewerToServer>;

export type LiveService = { url: string; session: Pick<Session, 'current' | 'subscribe' | 'renew'> };
type Parts = LiveService & {
  options: Options;
  /** Adds listeners before the socket first connects. */
  attach: (socket: Socket) => void;
  /** Called if the connection is lost or rejected, the socket code fails to load, or the user signs out. */
  lost?: () => void;
};

/** A live connection while someone is signed in. It sends each new token, renews a rejected one, and reconnects after an interruption. */
export const createLiveSocket = ({ url, session, options, attach, lost }: Parts) => {
  const token = () => session.current()?.token ?? null;
  let used = token();
  let socket: Socket | undefined;
  let isWanted = false;
  let isOpening = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewedAt = -RENEWAL_MS;

  const wait = () => {
    clearTimeout(retry);
    retry = setTimeout(connectNow, RETRY_MS);
  };
  /** Reconnects with a new token, because most rejections are caused by an expired one. */
  const reconnect = async () => {
    const rejected = token();
    if (rejected === null || !isWanted) return;
    wait();
    if (performance.now() - renewedAt < RENEWAL_MS) return;
    renewedAt = performance.now();
    await session.renew(rejected);
  };
  const restart = () => {
    socket?.disconnect();
    connectNow();
  };
  /** Loads the socket code only now, so that the screen appears first. */
  const open = async () => {
    isOpening = true;
    try {
      const { openSocket } = await import('./open-socket.ts');
      const opened = openSocket(url, token, options);
      opened.on('disconnect', (reason) => {
        lost?.();
        // The socket does not reconnect by itself after the server has closed it.
        if (reason === 'io server disconnect') void reconnect();
      });
      opened.on('connect_error', () => {
        lost?.();
        // An inactive socket was rejected by the server. If the server is unreachable, the socket retries by itself.
        if (!opened.active) void reconnect();
      });
      attach(opened);
      socket = opened;
      connectNow();
    } catch {
      lost?.();
      wait();
    } finally {
      isOpening = false;
    }
  };
  const connectNow = () => {
    clearTimeout(retry);
    retry = undefined;
    if (!isWanted || token() === null) return;
    if (socket) socket.connect();
    else if (!isOpening) void open();
  };
  const forget = session.subscribe(() => {
    if (token() === used) return;
    used = token();
    if (used === null) {
      socket?.disconnect();
      lost?.();
    }
    if (used === null || socket?.connected !== true) return connectNow();
    void socket
      .emitWithAck('authenticate', used)
      .then(({ ok }: { ok: boolean }) => ok || restart())
      .catch(restart);
  });
  return {
    isConnected: () => socket?.connected === true,
    /** Connects now and whenever someone signs in. */
    connect: () => {
      isWanted = true;
      if (retry === undefined) connectNow();
    },
    restart,
    /** Reconnects with a new token after the server rejected a request. */
    reject: () => {
      socket?.disconnect();
      void reconnect();
    },
    end: () => {
      isWanted = false;
      forget();
      clearTimeout(retry);
      socket?.disconnect();
    },
  };
};
