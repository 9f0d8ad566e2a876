import type { ServerToViewer, ViewerToServer } from '@portico/contracts/live';
import type { Socket } from 'socket.io-client';
import type { Session } from '../session/session.ts';
import type { Options } from './open-socket.ts';

/** Milliseconds after a rejection; a lost connection is tried again sooner, by the socket itself. */
const RETRY_MS = 3_000;
/** A server that keeps rejecting new tokens is not called more often than this. */
const RENEWAL_MS = 60_000;

export type EventsSocket = Socket<ServerToViewer, ViewerToServer>;

/** Where a service behind the API's URL answers, and for whom. */
export type LiveService = { url: string; session: Pick<Session, 'current' | 'subscribe' | 'renew'> };
type Parts = LiveService & {
  options: Options;
  /** Adds listeners to the socket, before it first connects. */
  attach: (socket: Socket) => void;
  /** The connection was lost or rejected, its code could not be fetched, or the user signed out. */
  lost?: () => void;
};

/**
 * One live connection while someone is signed in: it sends each new token over it, renews a rejected one, and connects again
 * after an interruption.
 */
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
  /** With a new token, because most rejections are about the old one. */
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
  /** Its code is fetched only now: the page shows its screen before it. */
  const open = async () => {
    isOpening = true;
    try {
      const { openSocket } = await import('./open-socket.ts');
      const opened = openSocket(url, token, options);
      opened.on('disconnect', (reason) => {
        lost?.();
        // The socket does not connect again by itself.
        if (reason === 'io server disconnect') void reconnect();
      });
      opened.on('connect_error', () => {
        lost?.();
        // The server rejected it; one that was not reached is tried again by the socket.
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
    /** Connects, from now on whenever someone is signed in. */
    connect: () => {
      isWanted = true;
      if (retry === undefined) connectNow();
    },
    restart,
    /** The server rejected what it was asked. */
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
