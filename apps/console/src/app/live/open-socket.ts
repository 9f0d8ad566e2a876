import type { Handover } from '@portico/contracts/live';
import { liveProtocols } from '@portico/contracts/live-protocols';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type Options = Partial<ManagerOptions & SocketOptions>;

/** Milliseconds after which a missing acknowledgement counts as a failure. */
const ACKNOWLEDGE_MS = 10_000;

/** Reconnects because the server's process is ending. The delay is random, so that viewers do not all reconnect at once. */
const moveWithin = (socket: Socket, { within }: Handover): void => {
  const { id } = socket;
  const move = () => void (socket.id === id && socket.disconnect().connect());
  setTimeout(move, Math.random() * within);
};

export const openSocket = (url: string, token: () => string | null, options: Options): Socket => {
  const socket = io(url, {
    autoConnect: false,
    transports: ['websocket'],
    // A getter, so that each connection sends the current token.
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
