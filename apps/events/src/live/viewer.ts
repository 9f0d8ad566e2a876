import { Logger } from '@nestjs/common';
import { wording } from '@portico/contracts/common/error-map';
import { parseCursor } from '@portico/contracts/events/position';
import {
  type Acknowledgement,
  type LiveReset,
  type LiveStatus,
  type LiveTally,
  type RejectedTally,
  Subscribe,
  type ViewerToServer,
} from '@portico/contracts/live';
import { type Caller, logProblem, Problem, toProblem } from '@portico/service';
import type { Socket } from 'socket.io';
import type { Directory } from '../directory/directory.ts';
import type { Sent } from './frame-text.ts';
import { withTimeout } from './with-timeout.ts';
import type { LiveFeed } from './live-feed.ts';
import type { RejectedWatch } from './rejected-watch.ts';
import { resets } from './live-metrics.ts';
import { type Connection, Subscription } from './subscription.ts';

type NoEvents = Record<string, never>;
export type ViewerSocket = Socket<ViewerToServer, Sent, NoEvents, { caller: Caller }>;

/** What a viewer needs of the service. */
export type ViewerDeps = {
  feed: LiveFeed;
  rejected: RejectedWatch;
  directory: Directory;
  verify: (token: unknown) => Promise<Caller>;
};

/** Milliseconds that a subscription waits for the service's start. */
const START_TIMEOUT = 10_000;
/** Longest that a timer can be set, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** One connection: whose it is, and its one subscription. The last one that was asked for counts. */
export class Viewer implements Connection {
  private readonly logger = new Logger(Viewer.name);
  private subscription: Subscription | null = null;
  private expiry: NodeJS.Timeout | undefined;
  private asked = 0;

  constructor(
    private readonly socket: ViewerSocket,
    private readonly deps: ViewerDeps,
  ) {
    this.expireWithToken();
    socket.on('subscribe', (subscription, acknowledge) => this.answer(acknowledge, () => this.subscribe(subscription)));
    socket.on('unsubscribe', (acknowledge) => this.answer(acknowledge, async () => this.unsubscribe()));
    socket.on('watchRejected', (acknowledge) => this.answer(acknowledge, async () => this.deps.rejected.join(this)));
    socket.on('authenticate', (token, acknowledge) => this.answer(acknowledge, () => this.authenticate(token)));
    socket.on('disconnect', () => this.leave());
  }

  /** By which the server of sockets finds it. */
  get id(): string {
    return this.socket.id;
  }

  get caller(): Caller {
    return this.socket.data.caller;
  }

  /** One frame at a time is on its way: what a viewer does not read waits here, bounded, and not in the socket. */
  isFree(): boolean {
    return this.socket.conn.transport.writable;
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

  /** Says why and closes the connection. */
  end(problem: Problem): void {
    this.leave();
    this.socket.emit('ended', problem.toDetails());
    this.socket.disconnect(true);
  }

  private async subscribe(asked: unknown): Promise<void> {
    const parsed = Subscribe.safeParse(asked, { error: wording });
    if (!parsed.success) throw invalid(parsed.error.issues);
    const cursor = readCursor(parsed.data.cursor);
    this.unsubscribe();
    const { asked: turn } = this;
    const { feed, directory } = this.deps;
    await withTimeout(START_TIMEOUT, feed.started, () => Problem.unavailable('The live connection'));
    if (turn !== this.asked || this.socket.disconnected) return;
    const { filter, isPaused = false } = parsed.data;
    const subscription = new Subscription(this, filter, cursor, isPaused, this.caller, directory);
    this.subscription = subscription;
    await feed.join(subscription);
  }

  private unsubscribe(): void {
    this.asked += 1;
    if (this.subscription) this.deps.feed.leave(this.subscription);
    this.subscription = null;
  }

  /** @throws Problem `forbidden` for another user's token: that user has to reconnect. */
  private async authenticate(token: unknown): Promise<void> {
    const caller = await this.deps.verify(token);
    if (caller.id !== this.caller.id) throw Problem.forbidden('This connection belongs to another user');
    const hasOtherRole = caller.usertype !== this.caller.usertype;
    this.socket.data.caller = caller;
    this.expireWithToken();
    if (hasOtherRole && this.subscription) {
      this.unsubscribe();
      this.sendReset('permissions_changed');
    }
  }

  private expireWithToken(): void {
    clearTimeout(this.expiry);
    const remaining = Math.min(Math.max(0, this.caller.expiresAt - Date.now()), MAX_TIMER);
    this.expiry = setTimeout(() => this.end(Problem.unauthenticated('Your session has expired')), remaining);
  }

  private leave(): void {
    clearTimeout(this.expiry);
    this.deps.rejected.leave(this);
    this.unsubscribe();
  }

  /** A message without an acknowledgement function gets no answer. */
  private answer(acknowledge: unknown, work: () => Promise<void>): void {
    const reply = (answer: Acknowledgement): void => {
      if (typeof acknowledge === 'function') acknowledge(answer);
    };
    work().then(
      () => reply({ ok: true }),
      (error: unknown) => {
        const problem = toProblem(error) ?? new Problem('internal', 'An unknown error occurred', [], { cause: error });
        logProblem(this.logger, problem);
        reply({ ok: false, problem: problem.toDetails() });
      },
    );
  }
}

/** Offsets may be any digits in the schema; those that are no numbers are no cursor of ours. */
function readCursor(cursor: string): Map<number, number> {
  try {
    return parseCursor(cursor);
  } catch {
    throw invalid([{ path: ['cursor'], message: 'Cursor should be a cursor as answered by GET /events' }]);
  }
}

const invalid = (issues: readonly { path: PropertyKey[]; message: string }[]): Problem =>
  new Problem(
    'validation_failed',
    'The subscription is not valid',
    issues.map(({ path, message }) => ({ pointer: path.map((part) => `/${String(part)}`).join(''), message })),
  );
