// Runs many viewers in one process, each with a plain WebSocket to save processor time. Usage: node live-viewers.ts <{url, admin?,
// member?, rate, seconds, viewers, organizations} as JSON>. With the tokens `admin` and `member`, viewers speak socket.io with the live
// namespace. Without tokens, they read plain WebSocket messages.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_NAMESPACE } from '@portico/contracts/live';
import { WebSocket } from 'ws';
import type { Load, Seen, Watched } from './live-load.ts';
import { readMessage } from './publish-open-loop.ts';

/** If no new event arrives for this many milliseconds, all outstanding events count as missed. */
const SILENCE_MS = 5_000;

type Row = { organization_id: number; details: { message: string; payrun: { id: number } } };
type Read = { number: number; plannedAt: number; sentAt: number; organization: number };
/** The parsed content of one message. Several viewers may receive the same message. */
type Text = { reads: Read[]; skipped: number };
type Viewer = { isMember: boolean; seen: Uint8Array };

const options = JSON.parse(process.argv[2] ?? '{}') as Watched & Load & { organizations: number };
const { url, admin, member, rate, seconds, viewers, organizations } = options;
const events = rate * seconds;

/** A histogram of latencies, in steps of 0.1 ms up to 10 s, with constant size. A longer latency counts as 10 s. */
class Latencies {
  private readonly tenths = new Uint32Array(100_000);
  private count = 0;

  add(milliseconds: number): void {
    const tenth = Math.min(Math.max(0, Math.round(milliseconds * 10)), this.tenths.length - 1);
    this.tenths[tenth] = (this.tenths[tenth] ?? 0) + 1;
    this.count += 1;
  }

  /** Returns the percentile `share` (0 to 1) of the latencies, or NaN without latencies. */
  at(share: number): number {
    let passed = 0;
    const tenth = this.tenths.findIndex((count) => (passed += count) >= this.count * share && passed > 0);
    return tenth < 0 ? Number.NaN : tenth / 10;
  }
}

const sinceSent = new Latencies();
const sincePlanned = new Latencies();
let foreign = 0;
let frames = 0;
let skipped = 0;
let lastNews = performance.now();
/** Cache of the last parsed message. Viewers of the same rows receive identical bytes, so each message is parsed only once. */
let last: { bytes: Buffer; text: Text } = { bytes: Buffer.alloc(0), text: { reads: [], skipped: 0 } };

const toRead = ({ organization_id, details }: Row): Read => ({
  number: details.payrun.id,
  ...readMessage(details.message),
  organization: organization_id,
});
const read = (bytes: Buffer, toText: (text: string) => Text): Text => {
  if (!last.bytes.equals(bytes)) last = { bytes, text: toText(bytes.toString()) };
  return last.text;
};
const take = (viewer: Viewer, text: Text): void => {
  const now = Number(process.hrtime.bigint());
  lastNews = performance.now();
  frames += 1;
  skipped += text.skipped;
  for (const { number, plannedAt, sentAt, organization } of text.reads) {
    if (viewer.isMember && organization !== 1) foreign += 1;
    viewer.seen[number] = (viewer.seen[number] ?? 0) + 1;
    if (viewer.isMember || number < rate) continue;
    sinceSent.add((now - sentAt) / 1e6);
    sincePlanned.add((now - plannedAt) / 1e6);
  }
};

const viewerOf = (isMember: boolean): Viewer => ({ isMember, seen: new Uint8Array(events) });

const FRAME = `42${LIVE_NAMESPACE},["frame",`;
const FRAME_BYTES = Buffer.from(FRAME);
const isFrame = (bytes: Buffer): boolean => FRAME_BYTES.equals(bytes.subarray(0, FRAME_BYTES.length));
const readFrame = (text: string): Text => {
  const frame = JSON.parse(text.slice(FRAME.length, -1)) as { rows: Row[]; skipped: number };
  return { reads: frame.rows.map(toRead), skipped: frame.skipped };
};

/** Current cursor of the list by token, so that viewers with the same token share one request. */
const cursors = new Map<string, Promise<string>>();
const cursorFor = (token: string): Promise<string> => {
  const known = cursors.get(token);
  if (known) return known;
  const asked = fetch(`${url}/events?limit=1`, { headers: { authorization: `Bearer ${token}` } })
    .then((response) => response.json() as Promise<{ cursor: string }>)
    .then(({ cursor }) => cursor);
  cursors.set(token, asked);
  // Forget the cursor after 200 ms, because later viewers need a newer one.
  setTimeout(() => cursors.delete(token), 200);
  return asked;
};

/** Subscribes a viewer to live rows. Resolves when the viewer has received all rows up to now. */
const watchLive = (token: string, viewer: Viewer): Promise<void> =>
  new Promise((resolve, reject) => {
    const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('message', (bytes: Buffer) => {
      if (isFrame(bytes)) return take(viewer, read(bytes, readFrame));
      const text = bytes.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${LIVE_NAMESPACE},${JSON.stringify({ token })}`);
      else if (text.startsWith(`40${LIVE_NAMESPACE}`) || text.startsWith(`42${LIVE_NAMESPACE},["reset"`))
        cursorFor(token).then((cursor) => {
          socket.send(`42${LIVE_NAMESPACE},0${JSON.stringify(['subscribe', { filter: {}, cursor }])}`);
        }, reject);
      else if (text.startsWith(`42${LIVE_NAMESPACE},["status"`)) resolve();
      else if (text.startsWith(`44${LIVE_NAMESPACE}`)) reject(new Error(text));
    });
  });

const readBroadcast = (text: string): Text => ({ reads: (JSON.parse(text) as Row[]).map(toRead), skipped: 0 });
const watchBroadcast = (viewer: Viewer): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('open', resolve);
    socket.on('message', (bytes: Buffer) => take(viewer, read(bytes, readBroadcast)));
  });

const watching = Array.from({ length: viewers }, () => viewerOf(false));
if (admin === undefined) await Promise.all(watching.map(watchBroadcast));
else {
  // Connect in groups of 100, which fit into the server's queue of pending connections.
  for (let from = 0; from < watching.length; from += 100)
    await Promise.all(watching.slice(from, from + 100).map((viewer) => watchLive(admin, viewer)));
  if (member !== undefined) {
    const one = viewerOf(true);
    watching.push(one);
    await watchLive(member, one);
  }
}
// Organization 1 has the events whose number is a multiple of `organizations`, as in `benchEvent`.
const isTheirs = (viewer: Viewer, number: number): boolean => !viewer.isMember || number % organizations === 0;
const lacks = (viewer: Viewer): boolean => viewer.seen.some((times, number) => times === 0 && isTheirs(viewer, number));

process.once('disconnect', () => process.exit());
process.once('message', async () => {
  lastNews = performance.now();
  while (watching.some(lacks) && performance.now() - lastNews < SILENCE_MS) await sleep(100);
  // Wait for duplicates that may still arrive.
  await sleep(500);
  let [missed, doubled] = [0, 0];
  for (const viewer of watching) {
    for (const [number, times] of viewer.seen.entries()) {
      if (times === 0 && isTheirs(viewer, number)) missed += 1;
      if (times > 1) doubled += times - 1;
    }
  }
  const figures: Seen = {
    p50: sinceSent.at(0.5),
    p95: sinceSent.at(0.95),
    p99: sinceSent.at(0.99),
    planned99: sincePlanned.at(0.99),
    missed: Math.max(0, missed - skipped),
    skipped,
    doubled,
    foreign,
    frames,
  };
  process.send?.(figures);
});
process.send?.('watching');
