// A viewer in a process of its own: prints how long each event took from its planned sending to here.
//   node live-viewer.ts <url> <token> <events>
import { LIVE_NAMESPACE, type ServerToViewer, type ViewerToServer } from '@portico/contracts/live';
import { io, type Socket } from 'socket.io-client';

const [url = '', token = '', events = '0'] = process.argv.slice(2);
const response = await fetch(`${url}/events?limit=1`, { headers: { authorization: `Bearer ${token}` } });
const { cursor } = (await response.json()) as { cursor: string };
const socket: Socket<ServerToViewer, ViewerToServer> = io(`${url}${LIVE_NAMESPACE}`, {
  auth: { token },
  transports: ['websocket'],
});
const latencies = new Map<string, number>();
let doubled = 0;

socket.on('frame', ({ rows }) => {
  const now = process.hrtime.bigint();
  for (const { id, details } of rows) {
    if (latencies.has(id)) doubled += 1;
    latencies.set(id, Number(now - BigInt(details.message)) / 1e6);
  }
});
process.once('message', () => {
  socket.disconnect();
  process.send?.({ latencies: [...latencies.values()], missed: Number(events) - latencies.size, doubled });
  process.disconnect();
});
await new Promise<void>((resolve, reject) => {
  socket.once('connect', resolve);
  socket.once('connect_error', reject);
});
await socket.emitWithAck('subscribe', { filter: {}, cursor });
process.send?.('watching');
