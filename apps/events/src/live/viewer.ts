import { setTimeout as sleep } from 'node:timers/promises';
import { wording } from '@portico/contracts/common/error-map';
import { parseCursor } from '@portico/contracts/events/position';
import {
  type LiveReset,
  type LiveStatus,
  type LiveTally,
  type RejectedTally,
  Subscribe,
  type ViewerToServer,
} from '@portico/contracts/live';
import { type Caller, CLIENT_ADDRESS, networkOf, Problem } from '@portico/service';
import type { LiveServer, LiveSocket } from '@portico/service/live';
import type { ReadLog, RowsOf } from '../audit/read-log.ts';
import type { Directory } from '../directory/directory.ts';
import type { Sent } from './frame-text.ts';
import type { LiveFeed } from './live-feed.ts';
import type { RejectedWatch } from './rejected-watch.ts';
import { resets } from './live-metrics.ts';
import { type Connection, Subscription } from './subscription.ts';

type ViewerDeps = {
  server: LiveServer;
  feed: LiveFeed;
  rejected: RejectedWatch;
  directory: Directory;
  reads: ReadLog;
};

/** Maximum milliseconds that a subscription waits for the service to start. */
const START_TIMEOUT = 10_000;

/** One connection: its user, and its latest subscription. */
export class Viewer implements Connection {
  private subscription: Subscription | null = null;
  private asked = 0;
  private noteRead: ((rowsOf: RowsOf) => void) | null = null;

  constructor(
    private readonly socket: LiveSocket<ViewerToServer, Sent>,
    private readonly deps: ViewerDeps,
  ) {
    const { server, rejected } = deps;
    socket.on('subscribe', (request, acknowledge) => server.answer(acknowledge, () => this.subscribe(request)));
    socket.on('unsubscribe', (acknowledge) => server.answer(acknowledge, () => this.unsubscribe()));
    socket.on('watchRejected', (acknowledge) => server.answer(acknowledge, () => rejected.join(this)));
    socket.on('disconnect', () => this.leave());
  }

  get id(): string {
    return this.socket.id;
  }

  get caller(): Caller {
    return this.socket.data.caller;
  }

  /** Whether the socket has sent the previous frame. Rows for a slow viewer wait in its limited backlog, not in the socket. */
  isFree(): boolean {
    return this.socket.conn.transport.writable;
  }

  /** Counts sent rows for the audit log. */
  noteRows(rowsOf: RowsOf): void {
    if (rowsOf.size > 0) this.noteRead?.(rowsOf);
  }

  sendTally(tally: LiveTally): void {
    this.socket.emit('tally', tally);
  }

  sendStatus(status: LiveStatus): void {
    this.socket.emit('status', status);
  }

  sendRejected(tally: RejectedTally): void {
    this.socket.emit('rejected', tally);
  }

  sendReset(reason: LiveReset['reason']): void {
    this.subscription = null;
    resets.inc({ reason });
    this.socket.emit('reset', { reason });
  }

  /** The server calls this after a new token. Resets the viewer if its role has changed, because another role sees other rows. */
  renew(former: Caller): void {
    if (former.usertype === this.caller.usertype || !this.subscription) return;
    this.unsubscribe();
    this.sendReset('permissions_changed');
  }

  private async subscribe(request: unknown): Promise<void> {
    const parsed = Subscribe.safeParse(request, { error: wording });
    if (!parsed.success) throw invalid(parsed.error.issues);
    const cursor = readCursor(parsed.data.cursor);
    this.unsubscribe();
    const { asked: turn } = this;
    const { feed, directory } = this.deps;
    const hasStarted = feed.started.then(() => true);
    if (!(await Promise.race([hasStarted, sleep(START_TIMEOUT, false, { ref: false })])))
      throw Problem.unavailable('The live connection');
    if (turn !== this.asked || this.socket.disconnected) return;
    const { filter, isPaused = false } = parsed.data;
    const subscription = new Subscription(this, filter, cursor, isPaused, this.caller, directory);
    this.subscription = subscription;
    this.noteRead = this.deps.reads.viewer(this.caller, this.network, filter);
    await feed.join(subscription);
  }

  private get network(): string | null {
    const { headers, address } = this.socket.handshake;
    return networkOf([headers[CLIENT_ADDRESS]].flat()[0] ?? address);
  }

  private unsubscribe(): void {
    this.asked += 1;
    if (this.subscription) this.deps.feed.leave(this.subscription);
    this.subscription = null;
  }

  private leave(): void {
    this.deps.rejected.leave(this);
    this.unsubscribe();
  }
}

/** The schema accepts any digits as offsets, so this function rejects cursors with unsafe integers. */
function readCursor(cursor: string): Map<number, number> {
  try {
    return parseCursor(cursor);
  } catch {
    throw invalid([{ path: ['cursor'], message: 'Cursor should be a cursor from a response of GET /events' }]);
  }
}

const invalid = (issues: readonly { path: PropertyKey[]; message: string }[]): Problem =>
  new Problem(
    'validation_failed',
    'The subscription is not valid',
    issues.map(({ path, message }) => ({ pointer: path.map((part) => `/${String(part)}`).join(''), message })),
  );
