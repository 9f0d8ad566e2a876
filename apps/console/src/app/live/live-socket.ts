import { LIVE_NAMESPACE, type ServerToViewer, type ViewerToServer } from '@portico/contracts/live';
import { liveProtocols } from '@portico/contracts/live-protocols';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';

export type LiveSocket = Socket<ServerToViewer, ViewerToServer>;

/** An answer later than this counts as none. */
const ACKNOWLEDGE_MS = 10_000;

/** A socket that is not connected yet. Its code is fetched only now: the page shows its list before it. */
export const createSocket = async (
  url: string,
  token: () => string | null,
  options: Partial<ManagerOptions & SocketOptions>,
): Promise<Socket> => {
  const { io } = await import('socket.io-client');
  const socket = io(url, {
    autoConnect: false,
    transports: ['websocket'],
    // Read at each connection, for the token of that moment.
    get protocols() {
      return liveProtocols(token());
    },
    auth: (give) => give({ token: token() }),
    reconnectionDelay: 300,
    ackTimeout: ACKNOWLEDGE_MS,
    ...options,
  });
  socket.on('handover', (sent: unknown) => moveWithin(socket, sent));
  return socket;
};

/** The process at the other end is about to end: another one takes over, not for everybody in one moment. */
const moveWithin = (socket: Socket, sent: unknown): void => {
  const isTimed = typeof sent === 'object' && sent !== null && 'within' in sent && typeof sent.within === 'number';
  const { id } = socket;
  setTimeout(
    () => {
      if (socket.id === id) socket.disconnect().connect();
    },
    Math.random() * (isTimed ? Number(sent.within) : 0),
  );
};

/** The socket of live rows. */
export const createLiveSocket = (url: string, token: () => string | null): Promise<LiveSocket> =>
  createSocket(url + LIVE_NAMESPACE, token, { reconnectionDelayMax: 5_000 });
