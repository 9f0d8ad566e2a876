import { parseCursor } from '@portico/contracts/events/position';
import { LIVE_NAMESPACE, type LiveFrame, type Subscribe, type RejectedTally } from '@portico/contracts/live';
import type { LiveHealth, LiveListener, LiveSource, RejectedSource } from '../../api/live-source.ts';
import { LiveHealthStore } from './live-health.ts';
import { createLiveSocket, type EventsSocket, type LiveService } from './live-socket.ts';

/** The server's count of rejected events. The store subscribes with its first listener, and after each reconnect. */
class RejectedTallyStore implements RejectedSource {
  readonly #connect: () => void;
  readonly #listeners = new Set<() => void>();
  #socket: EventsSocket | null = null;
  #tally: RejectedTally | null = null;

  constructor(connect: () => void) {
    this.#connect = connect;
  }

  current = (): RejectedTally | null => this.#tally;

  onChange = (listener: () => void): (() => void) => {
    const isFirst = this.#listeners.size === 0;
    this.#listeners.add(listener);
    if (isFirst) {
      this.#connect();
      this.#ask();
    }
    return () => this.#listeners.delete(listener);
  };

  attach(socket: EventsSocket): void {
    this.#socket = socket;
    socket.on('connect', () => this.#ask());
    socket.on('rejected', (tally) => this.#set(tally));
  }

  clear(): void {
    this.#set(null);
  }

  #ask(): void {
    // The server sends no count to a viewer without permission, so the acknowledgement is ignored.
    if (this.#listeners.size > 0 && this.#socket?.connected === true)
      this.#socket.emit('watchRejected', () => undefined);
  }

  #set(tally: RejectedTally | null): void {
    this.#tally = tally;
    for (const listener of this.#listeners) listener();
  }
}

type Subscription = Subscribe & { listener: LiveListener };

const isCursor = (cursor: unknown): boolean => {
  try {
    return typeof cursor === 'string' && parseCursor(cursor).size >= 0;
  } catch {
    return false;
  }
};

/** Whether `sent` has the fields that the list needs to continue. The server has already validated each row. */
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
 * The single connection for live rows. It connects on the first subscription, and resumes from the last cursor after each
 * interruption.
 */
class LiveConnection implements LiveSource {
  readonly #health = new LiveHealthStore();
  readonly #connection: ReturnType<typeof createLiveSocket>;
  readonly rejected = new RejectedTallyStore(() => this.#connection.connect());
  #socket: EventsSocket | null = null;
  #wanted: Subscription | null = null;
  /** The subscription that incoming frames belong to; null while no subscription is active on the server. */
  #joined: Subscription | null = null;
  /** Serializes requests to the server. */
  #turn: Promise<void> = Promise.resolve();

  constructor({ url, session }: LiveService) {
    this.#connection = createLiveSocket({
      url: url + LIVE_NAMESPACE,
      session,
      options: { reconnectionDelayMax: 5_000 },
      attach: (socket) => this.#attach(socket),
      lost: () => {
        this.#joined = null;
        const isSignedIn = session.current() !== null;
        this.#health.disconnected(isSignedIn ? 'reconnecting' : 'connecting');
        if (!isSignedIn) this.rejected.clear();
      },
    });
  }

  health = (): LiveHealth => this.#health.current();

  onHealth = (listener: () => void): (() => void) => this.#health.onChange(listener);

  subscribe = (subscribe: Subscribe, listener: LiveListener): (() => void) => {
    const subscription = { ...subscribe, listener };
    this.#wanted = subscription;
    this.#connection.connect();
    this.#join();
    return () => {
      if (this.#wanted !== subscription) return;
      this.#wanted = null;
      this.#join();
    };
  };

  #attach(socket: EventsSocket): void {
    this.#socket = socket;
    this.rejected.attach(socket);
    socket.on('connect', () => this.#join());
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
    // An unreadable frame is a gap: the list refetches its rows.
    if (!isFrame(sent)) return subscription.listener.reset();
    subscription.cursor = sent.cursor;
    subscription.listener.frame(sent);
  }

  #join(): void {
    this.#turn = this.#turn.then(() => this.#converse()).catch(this.#connection.restart);
  }

  async #converse(): Promise<void> {
    const socket = this.#socket;
    const wanted = this.#wanted;
    if (!socket?.connected || this.#joined === wanted) return;
    if (this.#joined) {
      // Frames do not name their subscription, so frames are ignored until the server has acknowledged the end of the old one.
      this.#joined = null;
      await socket.emitWithAck('unsubscribe');
    }
    if (!wanted || this.#wanted !== wanted) return;
    this.#joined = wanted;
    this.#health.asked();
    const { filter, cursor, isPaused } = wanted;
    const { ok } = await socket.emitWithAck('subscribe', { filter, cursor, isPaused });
    if (!ok) this.#connection.reject();
  }
}

export const createLiveConnection = (service: LiveService): LiveSource & { rejected: RejectedSource } =>
  new LiveConnection(service);
