import { LIVE_NAMESPACE, type ServerToViewer, type ViewerToServer } from '@portico/contracts/live';
import type { Socket } from 'socket.io-client';
import type { Options } from './open-socket.ts';

export type LiveSocket = Socket<ServerToViewer, ViewerToServer>;

/** A socket that is not connected yet. Its code is fetched only now: the page shows its list before it. */
export const createSocket = async (url: string, token: () => string | null, options: Options): Promise<Socket> => {
  const { openSocket } = await import('./open-socket.ts');
  return openSocket(url, token, options);
};

/** The socket of live rows. */
export const createLiveSocket = (url: string, token: () => string | null): Promise<LiveSocket> =>
  createSocket(url + LIVE_NAMESPACE, token, { reconnectionDelayMax: 5_000 });
