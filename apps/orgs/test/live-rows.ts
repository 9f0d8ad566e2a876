import type { EventList } from '@portico/contracts/http/events';
import {
  type Acknowledgement,
  LIVE_NAMESPACE,
  type LiveReset,
  type ServerToViewer,
  type ViewerToServer,
} from '@portico/contracts/live';
import type { Call } from '@portico/testkit';
import { io, type Socket } from 'socket.io-client';

export type LiveRows = {
  /** Ids of the rows that came live. */
  received: string[];
  resets: LiveReset['reason'][];
  /** Reads the list and follows it, as the console does at first and after each reset. */
  watch: () => Promise<EventList>;
  close: () => void;
};

/** A viewer who stays connected, whatever happens to their memberships. */
export async function liveRows(eventsUrl: string, token: string, call: Call): Promise<LiveRows> {
  const socket: Socket<ServerToViewer, ViewerToServer> = io(`${eventsUrl}${LIVE_NAMESPACE}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
  });
  const received: string[] = [];
  const resets: LiveReset['reason'][] = [];
  socket.on('frame', ({ rows }) => received.push(...rows.map(({ id }) => id)));
  socket.on('reset', ({ reason }) => resets.push(reason));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const watch = async (): Promise<EventList> => {
    const list = (await call('GET', '/events?limit=100')).body as EventList;
    const answer: Acknowledgement = await socket.emitWithAck('subscribe', { filter: {}, cursor: list.cursor });
    if (!answer.ok) throw new Error(answer.problem.detail);
    return list;
  };
  return { received, resets, watch, close: () => void socket.disconnect() };
}
