import { liveProtocols } from '@portico/contracts/live-protocols';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type Options = Partial<ManagerOptions & SocketOptions>;

/** An answer later than this counts as none. */
const ACKNOWLEDGE_MS = 10_000;

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

export const openSocket = (url: string, token: () => string | null, options: Options): Socket => {
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
