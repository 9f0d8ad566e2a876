import type { Handover } from '@portico/contracts/live';
import { liveProtocols } from '@portico/contracts/live-protocols';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type Options = Partial<ManagerOptions & SocketOptions>;

/** An answer later than this counts as none. */
const ACKNOWLEDGE_MS = 10_000;

/** The process at the other end is about to end: another one takes over, not for everybody in one moment. */
const moveWithin = (socket: Socket, { within }: Handover): void => {
  const { id } = socket;
  const move = () => void (socket.id === id && socket.disconnect().connect());
  setTimeout(move, Math.random() * within);
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
  socket.on('handover', (handover) => moveWithin(socket, handover));
  return socket;
};
