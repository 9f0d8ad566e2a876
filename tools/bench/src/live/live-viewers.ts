// Many viewers in a process of their own, each a bare WebSocket, so that they cost the machine as little as they can:
//   node live-viewers.ts <{url, admin?, member?, rate, seconds, viewers, organizations} as JSON>
// With tokens they speak socket.io with the live namespace, without they take what a plain WebSocket sends.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_NAMESPACE } from '@portico/contracts/live';
import { WebSocket } from 'ws';
import type { Load, Seen, Watched } from './live-load.ts';

/** As much of a row as is looked at. */
type Row = { organization_id: number; details: { message: string; payrun: { id: number } } };
type Read = { number: number; planned: number; organization: number };
type Viewer = { isMember: boolean; seen: Uint8Array };

const options = JSON.parse(process.argv[2] ?? '{}') as Watched & Load & { organizations: number };
const { url, admin, member, rate, seconds, viewers, organizations } = options;
const events = rate * seconds;
/** Latencies by tenths of a millisecond. */
const latencies = new Uint32Array(100_000);
let foreign = 0;
let skipped = 0;
/** Viewers who see the same get the same text: it is read once. */
let last: { text: string; reads: Read[] } = { text: '', reads: [] };

const toRead = ({ organization_id, details }: Row): Read => ({
  number: details.payrun.id,
  planned: Number(BigInt(details.message)),
  organization: organization_id,
});
const read = (text: string, rowsOf: (text: string) => Row[]): Read[] => {
  if (last.text !== text) last = { text, reads: rowsOf(text).map(toRead) };
  return last.reads;
};
const take = (viewer: Viewer, reads: readonly Read[]): void => {
  const now = Number(process.hrtime.bigint());
  for (const { number, planned, organization } of reads) {
    if (viewer.isMember && organization !== 1) foreign += 1;
    viewer.seen[number] = (viewer.seen[number] ?? 0) + 1;
    if (viewer.isMember || number < rate) continue;
    const tenths = Math.min(Math.max(0, Math.round((now - planned) / 1e5)), latencies.length - 1);
    latencies[tenths] = (latencies[tenths] ?? 0) + 1;
  }
};

const viewerOf = (isMember: boolean): Viewer => ({ isMember, seen: new Uint8Array(events) });

const FRAME = `42${LIVE_NAMESPACE},["frame",`;
const frameRows = (text: string): Row[] => (JSON.parse(text.slice(FRAME.length, -1)) as { rows: Row[] }).rows;

/** The list's cursor of now; the admin's is asked for once. */
const cursors = new Map<string, Promise<string>>();
const cursorFor = (token: string): Promise<string> => {
  const known = cursors.get(token);
  if (known) return known;
  const asked = fetch(`${url}/events?limit=1`, { headers: { authorization: `Bearer ${token}` } })
    .then((response) => response.json() as Promise<{ cursor: string }>)
    .then(({ cursor }) => cursor);
  cursors.set(token, asked);
  // A while later it is another one.
  setTimeout(() => cursors.delete(token), 200);
  return asked;
};

/** Resolves when it has everything up to now. */
const watchLive = (token: string, viewer: Viewer): Promise<void> =>
  new Promise((resolve, reject) => {
    const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith(FRAME)) {
        take(viewer, read(text, frameRows));
        skipped += Number(/"skipped":(\d+),"cursor":"[^"]*"}\]$/.exec(text)?.[1] ?? 0);
      } else if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${LIVE_NAMESPACE},${JSON.stringify({ token })}`);
      else if (text.startsWith(`40${LIVE_NAMESPACE}`) || text.startsWith(`42${LIVE_NAMESPACE},["reset"`))
        cursorFor(token).then((cursor) => {
          socket.send(`42${LIVE_NAMESPACE},0${JSON.stringify(['subscribe', { filter: {}, cursor }])}`);
        }, reject);
      else if (text.startsWith(`42${LIVE_NAMESPACE},["status"`)) resolve();
      else if (text.startsWith(`44${LIVE_NAMESPACE}`)) reject(new Error(text));
    });
  });

const broadcastRows = (text: string): Row[] => JSON.parse(text) as Row[];
const watchBroadcast = (viewer: Viewer): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('open', resolve);
    socket.on('message', (data: Buffer) => take(viewer, read(data.toString(), broadcastRows)));
  });

const at = (share: number): number => {
  const wanted = latencies.reduce((sum, count) => sum + count, 0) * share;
  let passed = 0;
  return latencies.findIndex((count) => (passed += count) >= wanted && passed > 0) / 10;
};

const watching = Array.from({ length: viewers }, () => viewerOf(false));
if (admin === undefined) await Promise.all(watching.map(watchBroadcast));
else {
  // As many at once as a server's queue of connections takes.
  for (let from = 0; from < watching.length; from += 100)
    await Promise.all(watching.slice(from, from + 100).map((viewer) => watchLive(admin, viewer)));
  if (member !== undefined) {
    const one = viewerOf(true);
    watching.push(one);
    await watchLive(member, one);
  }
}
// As benchEvent deals the events out to organizations.
const isTheirs = (viewer: Viewer, number: number): boolean => !viewer.isMember || number % organizations === 0;
const lacks = (viewer: Viewer): boolean => viewer.seen.some((times, number) => times === 0 && isTheirs(viewer, number));

process.once('message', async (lastArrivals: number) => {
  for (const deadline = Date.now() + lastArrivals; watching.some(lacks) && Date.now() < deadline;) await sleep(100);
  // Long enough for a second copy to come.
  await sleep(500);
  let [missed, doubled] = [0, 0];
  for (const viewer of watching) {
    for (const [number, times] of viewer.seen.entries()) {
      if (times === 0 && isTheirs(viewer, number)) missed += 1;
      if (times > 1) doubled += times - 1;
    }
  }
  const figures: Seen = {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    missed: Math.max(0, missed - skipped),
    skipped,
    doubled,
    foreign,
  };
  process.send?.(figures, () => process.exit());
});
process.send?.('watching');
