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

const PAGE = 100;
/** Maximum milliseconds for the response with a page, even with hundreds of concurrent viewers. */
const LIST_TIMEOUT_MS = 60_000;

/**
 * A viewer like the console. It loads the list, and then follows live rows from the list's cursor. After a lost connection, it resumes
 * from the last frame's cursor; after a reset, it reloads the list. `rows`: the rows that the console would show, by id.
 */
export class LiveViewer {
  readonly rows = new Map<string, EventRow>();
  readonly frames: LiveFrame[] = [];
  readonly resets: LiveReset['reason'][] = [];
  /** Ids of live rows, with repetitions. */
  readonly received: string[] = [];
  readonly statuses: LiveStatus[] = [];
  /** The newest count of arrivals in the current pause, as the server sent it. */
  tally: LiveTally | null = null;
  ended: ProblemDetails | null = null;
  isPaused = false;
  /** Whether the viewer fetches skipped rows, like the console. */
  fetchesSkipped = false;
  skipped = 0;
  /** Number of times that the server asked the viewer to reconnect to another process. */
  handovers = 0;
  subscriptions = 0;
  readonly socket: Socket<ServerToViewer, ViewerToServer>;
  private cursor = '';
  /** Whether the list was loaded. The cursor cannot show this, because it is empty while no event is stored. */
  private isWatching = false;
  /** The cursor after which `tally` counts arrivals. */
  private pausedAt = '';
  private failure: unknown = null;

  private readonly listUrl: string;
  private readonly token: string;
  private readonly filter: EventFilter;

  /** @param listUrl - URL for lists. Default: the process of the socket connection. */
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

  /** @throws the error with which the server rejects the connection. */
  async open(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
      this.socket.connect();
    });
    await this.watch();
    return this;
  }

  /** @throws the error with which background work has failed, if any. */
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

  /** Pauses the viewer, which then receives only the number of arrivals. */
  pause(): Promise<void> {
    this.isPaused = true;
    this.tally = null;
    return this.resubscribe();
  }

  /** Ends the pause: gets all rows that arrived in the pause, and continues live. */
  resume(): Promise<void> {
    this.isPaused = false;
    return this.resubscribe();
  }

  /** Number of rows that arrived during the pause. Excludes rows after the pause's cursor that the viewer already shows. */
  get news(): LiveTally | null {
    if (!this.tally) return null;
    const known = parseCursor(this.pausedAt);
    const shown = [...this.rows.values()].filter(({ position }) => isAfter(position, known));
    const failed = shown.filter(({ result }) => result === 'FAILURE').length;
    return { arrived: this.tally.arrived - shown.length, failed: this.tally.failed - failed };
  }

  /** Breaks the connection like a network failure. The viewer reconnects automatically. */
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

  /** The socket of the current connection, or undefined. In Node, reading from it can be paused. */
  private connection(): Pausable | undefined {
    if (!this.socket.connected) return undefined;
    const { transport } = this.socket.io.engine as unknown as { transport: { ws?: Pausable } };
    return transport.ws;
  }

  /** Subscribes again. A disconnected viewer subscribes after it has reconnected. */
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

  /** Loads all pages. Returns the first page's cursor, where live rows start: rows up to this cursor are on the loaded pages. */
  private async fetchAll(): Promise<string> {
    const get = caller(this.listUrl, this.token);
    const filter = Object.entries(this.filter).map(([name, value]): [string, string] => [name, String(value)]);
    let first: EventList | null = null;
    for (let offset = 0; first === null || offset < first.count; offset += PAGE) {
      const query = new URLSearchParams([...filter, ['limit', String(PAGE)], ['offset', String(offset)]]);
      const { body } = await eventually(async () => {
        const answer = await get('GET', `/events?${query.toString()}`);
        return answer.status === 200 && answer;
      }, LIST_TIMEOUT_MS);
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

  /** Runs `work`. Ignores its error if the connection was lost, because reconnecting restores the subscription. */
  private async again(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!String(error).includes('socket has been disconnected')) this.failure = error;
    });
  }
}
