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

/** Rows fetched a page. */
const PAGE = 100;
/** Milliseconds in which a page comes, also where hundreds of viewers ask for one at once. */
const LIST_WITHIN = 60_000;

/**
 * A viewer as the console is one: the list first, then live rows from its cursor; after a lost connection on from the last
 * frame's cursor; after a reset the list again. `rows` is what it would show, by id.
 */
export class LiveViewer {
  readonly rows = new Map<string, EventRow>();
  readonly frames: LiveFrame[] = [];
  readonly resets: LiveReset['reason'][] = [];
  /** Ids that came live, as often as they came. */
  readonly received: string[] = [];
  readonly statuses: LiveStatus[] = [];
  /** The last one of this pause. */
  tally: LiveTally | null = null;
  ended: ProblemDetails | null = null;
  isPaused = false;
  /** As the console does; without it what was left out stays out. */
  fetchesSkipped = false;
  skipped = 0;
  /** How often the server has asked it to connect elsewhere. */
  handovers = 0;
  /** How often the server has acknowledged one. */
  subscriptions = 0;
  readonly socket: Socket<ServerToViewer, ViewerToServer>;
  private cursor = '';
  /** An empty cursor is one too, while nothing is stored yet. */
  private isWatching = false;
  /** Cursor from which the tally counts. */
  private pausedAt = '';
  private failure: unknown = null;

  private readonly listUrl: string;
  private readonly token: string;
  private readonly filter: EventFilter;

  /** @param listUrl - where lists are answered, when another process than that of the socket does. */
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

  /** Connects, fetches the list and follows it. @throws what the server refuses with. */
  async open(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
      this.socket.connect();
    });
    await this.watch();
    return this;
  }

  /** @throws when anything went wrong in the background. */
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

  /** From now on only counts what arrives. */
  pause(): Promise<void> {
    this.isPaused = true;
    this.tally = null;
    return this.resubscribe();
  }

  /** Everything that has come meanwhile, and on from there. */
  resume(): Promise<void> {
    this.isPaused = false;
    return this.resubscribe();
  }

  /** What has come since the pause: what is shown although the pause's cursor does not cover it is not new. */
  get news(): LiveTally | null {
    if (!this.tally) return null;
    const known = parseCursor(this.pausedAt);
    const shown = [...this.rows.values()].filter(({ position }) => isAfter(position, known));
    const failed = shown.filter(({ result }) => result === 'FAILURE').length;
    return { arrived: this.tally.arrived - shown.length, failed: this.tally.failed - failed };
  }

  /** As behind a network that breaks; the connection comes back by itself. */
  loseConnection(): void {
    this.resumeReading();
    this.socket.io.engine.close();
  }

  /** Lets arrive what arrives: from now on it fills the buffers of the connection. */
  pauseReading(): void {
    this.connection()?.pause();
  }

  resumeReading(): void {
    this.connection()?.resume();
  }

  close(): void {
    this.socket.disconnect();
  }

  /** The WebSocket of the connection, while there is one; in Node it can be paused. */
  private connection(): Pausable | undefined {
    if (!this.socket.connected) return undefined;
    const { transport } = this.socket.io.engine as unknown as { transport: { ws?: Pausable } };
    return transport.ws;
  }

  /** Who is not connected subscribes when the connection is back. */
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

  /** The cursor of the first page counts: what it covers is in the first page or in the ones after it. */
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

  /** A connection that is lost meanwhile comes back, and with it the subscription. */
  private async again(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!String(error).includes('socket has been disconnected')) this.failure = error;
    });
  }
}
