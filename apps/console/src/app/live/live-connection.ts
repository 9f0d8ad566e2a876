import { parseCursor } from '@portico/contracts/events/position';
import type { Acknowledgement, LiveFrame, Subscribe } from '@portico/contracts/live';
import type { LiveSource, LiveHealth, LiveListener } from '../../features/events/live-source.ts';
import type { RejectedSource } from '../../features/rejected-events/rejected-source.ts';
import type { Session } from '../session/session.ts';
import { LiveHealthStore } from './live-health.ts';
import { createLiveSocket, type LiveSocket } from './live-socket.ts';
import { RejectedTallyStore } from './rejected-tally-store.ts';

type Subscription = Subscribe & { listener: LiveListener };
export type LiveConnectionOptions = { url: string; session: Pick<Session, 'current' | 'subscribe' | 'renew'> };

/** After a refusal; a lost connection is tried again sooner, by the socket itself. */
const RETRY_MS = 3_000;
/** A server that keeps rejecting new tokens is not called more often than this. */
const RENEWAL_MS = 60_000;

const isCursor = (cursor: unknown): boolean => {
  try {
    return typeof cursor === 'string' && parseCursor(cursor).size >= 0;
  } catch {
    return false;
  }
};

/** Whether it has what the list needs to continue; the server has checked each row against the contract. */
const isFrame = (sent: unknown): sent is LiveFrame =>
  typeof sent === 'object' &&
  sent !== null &&
  'rows' in sent &&
  Array.isArray(sent.rows) &&
  'skipped' in sent &&
  typeof sent.skipped === 'number' &&
  'cursor' in sent &&
  isCursor(sent.cursor);

/**
 * The one connection for live rows. It connects with the first subscription, resumes from the last cursor after each
 * interruption, and carries the session's token of the moment.
 */
class LiveConnection implements LiveSource {
  readonly #options: LiveConnectionOptions;
  readonly #health = new LiveHealthStore();
  readonly rejected = new RejectedTallyStore(() => void this.#open());
  #socket: LiveSocket | null = null;
  #opening = false;
  #wanted: Subscription | null = null;
  /** The subscription of the frames. Null until the server has acknowledged it. */
  #joined: Subscription | null = null;
  /** One conversation at a time with the server, in order. */
  #turn: Promise<void> = Promise.resolve();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #renewedAt = -RENEWAL_MS;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    let token = options.session.current()?.token;
    options.session.subscribe(() => {
      const next = options.session.current()?.token;
      if (next === token) return;
      token = next;
      if (next === undefined) this.#close();
      else this.#authenticate(next);
    });
  }

  health = (): LiveHealth => this.#health.current();

  onHealth = (listener: () => void): (() => void) => this.#health.onChange(listener);

  subscribe = (subscribe: Subscribe, listener: LiveListener): (() => void) => {
    const subscription = { ...subscribe, listener };
    this.#wanted = subscription;
    void this.#open();
    this.#join();
    return () => {
      if (this.#wanted !== subscription) return;
      this.#wanted = null;
      this.#join();
    };
  };

  async #open(): Promise<void> {
    if (this.#socket || this.#opening) return;
    this.#opening = true;
    try {
      const socket = await createLiveSocket(this.#options.url, () => this.#options.session.current()?.token ?? null);
      this.#listen(socket);
      this.rejected.attach(socket);
      this.#socket = socket;
      socket.connect();
    } catch {
      // The socket's code could not be fetched.
      this.#health.disconnected('reconnecting');
      this.#later(() => void this.#open());
    } finally {
      this.#opening = false;
    }
  }

  #listen(socket: LiveSocket): void {
    socket.on('connect', () => {
      this.#joined = null;
      this.#join();
    });
    socket.on('disconnect', (reason) => {
      this.#joined = null;
      if (this.#socket !== socket) return;
      this.#health.disconnected('reconnecting');
      // What the server ended does not come back by itself.
      if (reason === 'io server disconnect') void this.#reconnect(socket);
    });
    socket.on('connect_error', () => {
      this.#health.disconnected('reconnecting');
      // Refused, rather than not reached.
      if (!socket.active) void this.#reconnect(socket);
    });
    socket.on('frame', (sent) => this.#receive(sent));
    socket.on('tally', (tally) => {
      this.#health.heard();
      this.#joined?.listener.tally(tally);
    });
    socket.on('status', (status) => {
      if (this.#joined) this.#health.reported(status);
    });
    socket.on('reset', () => {
      const reset = this.#joined;
      this.#joined = null;
      reset?.listener.reset();
    });
  }

  #receive(sent: unknown): void {
    this.#health.heard();
    const subscription = this.#joined;
    if (!subscription) return;
    // A frame that cannot be read is a gap: the list has what it carried.
    if (!isFrame(sent)) return subscription.listener.reset();
    subscription.cursor = sent.cursor;
    subscription.listener.frame(sent);
  }

  /** Tells the server what is wanted now. */
  #join(): void {
    this.#turn = this.#turn.then(() => this.#converse()).catch(() => void this.#socket?.disconnect().connect());
  }

  async #converse(): Promise<void> {
    const socket = this.#socket;
    const wanted = this.#wanted;
    if (!socket?.connected || this.#joined === wanted) return;
    if (this.#joined) {
      // Frames carry no name of their subscription: those of the former end before this answer does.
      this.#joined = null;
      await socket.emitWithAck('unsubscribe');
    }
    if (!wanted || this.#wanted !== wanted) return;
    this.#joined = wanted;
    this.#health.asked();
    const { filter, cursor, isPaused } = wanted;
    this.#answered(await socket.emitWithAck('subscribe', { filter, cursor, isPaused }));
  }

  #answered(answer: Acknowledgement): void {
    if (answer.ok) return;
    this.#joined = null;
    this.#health.disconnected('reconnecting');
    if (this.#socket) void this.#reconnect(this.#socket.disconnect());
  }

  /** After a refusal: with a new token, because the old one is what it is about most of the time. */
  async #reconnect(socket: LiveSocket): Promise<void> {
    const { session } = this.#options;
    const token = session.current()?.token;
    if (token === undefined || this.#socket !== socket) return;
    this.#later(() => {
      if (this.#socket === socket && !socket.connected) socket.connect();
    });
    if (performance.now() - this.#renewedAt < RENEWAL_MS) return;
    this.#renewedAt = performance.now();
    await session.renew(token);
  }

  #authenticate(token: string): void {
    const socket = this.#socket;
    if (!socket?.connected) return;
    this.#turn = this.#turn
      .then(() => socket.emitWithAck('authenticate', token))
      .then((answer) => void (answer.ok || socket.disconnect().connect()))
      .catch(() => void socket.disconnect().connect());
  }

  #close(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    this.#joined = null;
    socket?.disconnect();
    this.rejected.clear();
    this.#health.disconnected('connecting');
  }

  #later(run: () => void): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(run, RETRY_MS);
  }
}

export const createLiveConnection = (options: LiveConnectionOptions): LiveSource & { rejected: RejectedSource } =>
  new LiveConnection(options);
