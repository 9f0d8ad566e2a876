import type { EventFilter, EventList, EventRow } from '@portico/contracts/http/events';
import {
  type Acknowledgement,
  LIVE_NAMESPACE,
  type LiveFrame,
  type LiveReset,
  type LiveStatus,
  type LiveTally,
  type ServerToViewer,
  type ViewerToServer,
} from '@portico/contracts/live';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { ProblemDetails } from '@portico/contracts/common/problem';
import { io, type Socket } from 'socket.io-client';
import { eventually } from './eventually.ts';
import { caller } from './http.ts';

type Pausable = { pause: () => void; resume: () => void };

/** Rows per page. */
const PAGE = 100;
/** Milliseconds within which a page must arrive, even with hundreds of concurrent viewers. */
const LIST_WITHIN = 60_000;

/**
 * A viewer like the console: loads the list, then follows live rows from its cursor; resumes from the last frame's cursor after a
 * lost connection, and reloads the list after a reset. `rows`: what it would show, by id.
 */
export class LiveViewer {
  readonly rows = new Map<string, EventRow>();
  readonly frames: LiveFrame[] = [];
  readonly resets: LiveReset['reason'][] = [];
  /** Ids of live rows, with repetitions. */
  readonly received: string[] = [];
  readonly statuses: LiveStatus[] = [];
  /** The last one of this pause. */
  tally: LiveTally | null = null;
  ended: ProblemDetails | null = null;
  isPaused = false;
  /** Fetches skipped rows, like the console. */
  fetchesSkipped = false;
  skipped = 0;
  /** Number of requests by the server to reconnect elsewhere. */
  handovers = 0;
  /** Number of acknowledged subscriptions. */
  subscriptions = 0;
  readonly socket: Socket<ServerToViewer, ViewerToServer>;
  private cursor = '';
  /** Needed because an empty cursor is valid while nothing is stored. */
  private isWatching = false;
  /** The tally's starting cursor. */
  private pausedAt = '';
  private failure: unknown = null;

  private readonly listUrl: string;
  private readonly token: string;
  private readonly filter: EventFilter;

  /** @param listUrl - URL for lists, if another process than the socket's serves them. */
  constructor(url: string, token: string, filter: EventFilter = {}, listUrl = url) {
    this.listUrl = listUrl;
    this.token = token;
    this.filter = filter;
    this.socket = io(`${url}${LIVE_NAMESPACE}`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    this.socket.on('frame', (frame) => this.take(frame));
    this.socket.on('tally', (tally) => {
      this.tally = tally;
    });
    this.socket.on('status', (status) => this.statuses.push(status));
    this.socket.on('reset', ({ reason }) => {
      this.resets.push(reason);
      if (reason === 'permissions_changed') this.rows.clear();
      void this.again(() => this.watch());
    });
    this.socket.on('handover', ({ within }) => {
      const { id } = this.socket;
      this.handovers += 1;
      setTimeout(() => this.socket.id === id && this.socket.disconnect().connect(), Math.random() * within);
    });
    this.socket.on('ended', (problem) => {
      this.ended = problem;
    });
    this.socket.on('connect', () => {
      if (this.isWatching) void this.again(() => this.subscribe());
    });
  }

  /**
   * Connects, loads the list and follows it.
   * @throws the server's rejection.
   */
  async open(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
      this.socket.connect();
    });
    await this.watch();
    return this;
  }

  /** @throws any error from the background. */
  check(): void {
    if (this.failure) throw this.failure;
  }

  async subscribe(cursor = this.cursor): Promise<void> {
    const { filter, isPaused } = this;
    if (isPaused) this.pausedAt = cursor;
    const answer: Acknowledgement = await this.socket.emitWithAck('subscribe', { filter, cursor, isPaused });
    if (!answer.ok) throw Object.assign(new Error(answer.problem.detail), { problem: answer.problem });
    this.subscriptions += 1;
  }

  /** Only counts arrivals from now on. */
  pause(): Promise<void> {
    this.isPaused = true;
    this.tally = null;
    return this.resubscribe();
  }

  /** Fetches everything that arrived meanwhile, and continues live. */
  resume(): Promise<void> {
    this.isPaused = false;
    return this.resubscribe();
  }

  /** Arrivals since the pause; rows shown before although the cursor does not cover them are not new. */
  get news(): LiveTally | null {
    if (!this.tally) return null;
    const known = parseCursor(this.pausedAt);
    const shown = [...this.rows.values()].filter(({ position }) => isAfter(position, known));
    const failed = shown.filter(({ result }) => result === 'FAILURE').length;
    return { arrived: this.tally.arrived - shown.length, failed: this.tally.failed - failed };
  }

  /** Breaks the connection like a network failure; it reconnects automatically. */
  loseConnection(): void {
    this.resumeReading();
    this.socket.io.engine.close();
  }

  /** Stops reading, so that the connection's buffers fill up. */
  pauseReading(): void {
    this.connection()?.pause();
  }

  resumeReading(): void {
    this.connection()?.resume();
  }

  close(): void {
    this.socket.disconnect();
  }

  /** The connection's WebSocket, if any; in Node it can be paused. */
  private connection(): Pausable | undefined {
    if (!this.socket.connected) return undefined;
    const { transport } = this.socket.io.engine as unknown as { transport: { ws?: Pausable } };
    return transport.ws;
  }

  /** If disconnected, it subscribes after reconnecting. */
  private async resubscribe(): Promise<void> {
    this.resumeReading();
    if (!this.socket.connected) return;
    await this.again(async () => {
      await this.socket.emitWithAck('unsubscribe');
      await this.subscribe();
    });
  }

  private async watch(): Promise<void> {
    this.cursor = await this.fetchAll();
    this.isWatching = true;
    await this.subscribe();
  }

  /** Live rows start at the cursor of the first page, because rows up to it are on the first or later pages. */
  private async fetchAll(): Promise<string> {
    const get = caller(this.listUrl, this.token);
    const filter = Object.entries(this.filter).map(([name, value]): [string, string] => [name, String(value)]);
    let first: EventList | null = null;
    for (let offset = 0; first === null || offset < first.count; offset += PAGE) {
      const query = new URLSearchParams([...filter, ['limit', String(PAGE)], ['offset', String(offset)]]);
      const { body } = await eventually(async () => {
        const answer = await get('GET', `/events?${query.toString()}`);
        return answer.status === 200 && answer;
      }, LIST_WITHIN);
      const list = body as EventList;
      first ??= list;
      for (const row of list.data) this.rows.set(row.id, row);
    }
    return first.cursor;
  }

  private take(frame: LiveFrame): void {
    this.frames.push(frame);
    this.cursor = frame.cursor;
    this.skipped += frame.skipped;
    if (frame.skipped > 0 && this.fetchesSkipped) void this.again(() => this.watch());
    for (const row of frame.rows) {
      this.received.push(row.id);
      this.rows.set(row.id, row);
    }
  }

  /** Retries if the connection is lost, which restores the subscription. */
  private async again(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!String(error).includes('socket has been disconnected')) this.failure = error;
    });
  }
}
