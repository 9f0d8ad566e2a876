import type { Socket } from 'node:net';
import type { Broker } from '../broker.ts';
import { MalformedRequest } from '../protocol/reader.ts';
import { MAX_SASL_BYTES, Session } from '../session.ts';
import { slabs } from '../storage/slab-pool.ts';
import { dispatch } from './dispatch.ts';
import { FrameSplitter } from './frames.ts';

/** Maximum waiting requests of a client. At this number, or at MAX_WAITING_BYTES, the broker stops reading from the client. */
const MAX_WAITING = 32;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * A connection of one client. It handles requests one after the other, because responses must have the order of the requests. It
 * pauses while the client does not read the responses.
 */
export class Connection {
  private readonly broker: Broker;
  private readonly socket: Socket;
  private readonly splitter: FrameSplitter;
  private readonly waiting: Buffer[] = [];
  private readonly gone = new AbortController();
  private readonly session: Session;
  private serving = false;

  constructor(socket: Socket, broker: Broker) {
    this.broker = broker;
    this.socket = socket;
    this.splitter = new FrameSplitter(broker.options.maxRequestBytes);
    const host = socket.remoteAddress ?? '';
    const onFailure = (reason: string): void => broker.options.logger.info(`${host} failed to authenticate: ${reason}`);
    this.session = new Session({ sasl: broker.sasl, authorizer: broker.authorizer, host, onFailure });
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    // A connection reset needs no log line; the 'close' event follows.
    socket.on('error', () => {});
    socket.on('close', () => this.gone.abort());
    // As long as it has this listener, the signal keeps its listener table. Otherwise, each waiting fetch would create a new table (see
    // `PartitionLog.onAppend`).
    this.gone.signal.addEventListener('abort', () => (this.waiting.length = 0));
  }

  private receive(chunk: Buffer): void {
    if (this.session.isOver) return;
    const { maxRequestBytes } = this.broker.options;
    this.splitter.maxBytes = this.session.mayBeLarge ? maxRequestBytes : Math.min(MAX_SASL_BYTES, maxRequestBytes);
    try {
      this.waiting.push(...this.splitter.push(chunk));
    } catch (error) {
      this.refuse(error);
      return;
    }
    const waitingBytes = this.waiting.reduce((sum, frame) => sum + frame.length, 0);
    if (this.waiting.length > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES) this.socket.pause();
    if (!this.serving) void this.serve();
  }

  private async serve(): Promise<void> {
    this.serving = true;
    const { broker, socket, gone, session } = this;
    const clientHost = `/${socket.remoteAddress ?? ''}`;
    try {
      for (let frame = this.waiting.shift(); frame !== undefined; frame = this.waiting.shift()) {
        const response = await dispatch(frame, { broker, clientHost, session, signal: gone.signal });
        if (gone.signal.aborted) return;
        // No handler still uses a slice of the request: batches have been written, and groups have copied the bytes that they need.
        slabs.release(frame);
        if (response !== undefined) await this.send(response);
        if (session.isOver) {
          socket.destroySoon();
          return;
        }
        if (socket.isPaused() && this.waiting.length === 0) socket.resume();
      }
    } catch (error) {
      this.refuse(error);
    } finally {
      this.serving = false;
    }
  }

  /** Sends the chunks with one system call. Resolves when the socket accepts more data. */
  private async send(chunks: readonly Buffer[]): Promise<void> {
    const { socket } = this;
    socket.cork();
    let writable = true;
    const sent = (): void => chunks.forEach((chunk) => slabs.release(chunk));
    for (const chunk of chunks) writable = socket.write(chunk, chunk === chunks.at(-1) ? sent : undefined);
    socket.uncork();
    if (writable || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      socket.on('drain', done);
      socket.on('close', done);
    });
  }

  private refuse(error: unknown): void {
    const malformed = error instanceof MalformedRequest;
    const reason = error instanceof Error ? (malformed ? error.message : error.stack) : String(error);
    const what = malformed ? 'closed' : 'closed after an internal error';
    this.broker.options.logger.warn(`connection of ${this.socket.remoteAddress ?? '?'} ${what}: ${reason}`);
    this.waiting.length = 0;
    this.socket.destroy();
  }

  close(): void {
    this.socket.destroy();
    this.gone.abort();
  }
}
