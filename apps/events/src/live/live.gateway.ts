import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LIVE_NAMESPACE, type ViewerToServer } from '@portico/contracts/live';
import { type Caller, CONFIG, Draining, logProblem, Problem, TokenVerifier, toProblem } from '@portico/service';
import { Server } from 'socket.io';
import type { EventsConfig } from '../config.ts';
import { Directory } from '../directory/directory.ts';
import { closeOneByOne } from './close-one-by-one.ts';
import { packetOf, type Sent } from './frame-text.ts';
import { LiveFeed } from './live-feed.ts';
import { frames, showViewers } from './live-metrics.ts';
import { OpenSockets } from './open-sockets.ts';
import { RejectedWatch } from './rejected-watch.ts';
import type { Connection } from './subscription.ts';
import { Viewer, type ViewerSocket } from './viewer.ts';

/** Bytes of the largest message that a viewer sends. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Milliseconds after which a connection is closed that has not joined the live namespace with a valid token. */
const SIGN_IN_TIMEOUT = 5_000;

type NoEvents = Record<string, never>;
/** What of a connection under a socket is needed here. */
type Connected = { request: unknown; close: () => unknown; once: (event: 'close', listener: () => void) => unknown };

/** The socket.io server beside the HTTP API: who connects with a valid product token becomes a viewer. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LiveGateway.name);
  private readonly viewers = new Map<number, Set<Viewer>>();
  private readonly sockets: OpenSockets;
  private readonly connections = new Set<Connected>();
  private isEnding = false;
  private io: Server<ViewerToServer, Sent, NoEvents, { caller: Caller }> | null = null;

  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: EventsConfig,
    private readonly verifier: TokenVerifier,
    private readonly directory: Directory,
    private readonly feed: LiveFeed,
    private readonly rejected: RejectedWatch,
    private readonly draining: Draining,
  ) {
    this.sockets = new OpenSockets(config.LIVE_SOCKETS_PER_USER);
    showViewers(() => [...this.viewers.values()].reduce((sum, { size }) => sum + size, 0));
    directory.onTokensChange((users) => this.endStale(users));
  }

  onApplicationBootstrap(): void {
    this.io = new Server(this.http.httpAdapter.getHttpServer(), {
      serveClient: false,
      transports: ['websocket'],
      connectTimeout: SIGN_IN_TIMEOUT,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      pingInterval: 10_000,
      pingTimeout: 10_000,
      allowRequest: (_, answer) => answer(null, !this.isEnding),
      cors: { origin: this.config.CONSOLE_URL },
    });
    // Nobody asks for the request that a connection began with; it would stay in memory for as long as the viewer.
    this.io.engine.on('connection', (connection: Connected) => {
      connection.request = null;
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
    // What socket.io offers besides needs no token, and who joins any namespace stays connected.
    this.io.use((_, next) => next(this.toConnectError(Problem.notFound('The namespace'))));
    const namespace = this.io.of(LIVE_NAMESPACE);
    namespace.use((socket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: unknown) => next(this.toConnectError(error)),
      );
    });
    namespace.on('connection', (socket) => this.welcome(socket));
    this.draining.onHandover((within) => namespace.emit('handover', { within: Math.round(within) }));
    // Each socket has a room of its own: so what goes to many becomes bytes once.
    const to = (connections: readonly Connection[]) => namespace.to(connections.map(({ id }) => id));
    this.feed.sendWith({
      frame: (connections, frame) => {
        frames.inc(connections.length);
        const { text, options } = packetOf(frame);
        for (const { id } of connections) namespace.sockets.get(id)?.conn.write(text, options);
      },
      status: (connections, status) => to(connections).emit('status', status),
    });
  }

  /** Clients reconnect by themselves when the connection is closed under them, but not when the server says that it is over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await closeOneByOne([...this.connections]);
    this.io?.engine.close();
  }

  private async admit({ conn, data, handshake }: ViewerSocket): Promise<void> {
    const caller = await this.verify(handshake.auth['token']);
    this.sockets.hold(caller.id, conn);
    data.caller = caller;
  }

  private welcome(socket: ViewerSocket): void {
    const { feed, rejected, directory } = this;
    const viewer = new Viewer(socket, { feed, rejected, directory, verify: (token) => this.verify(token) });
    const { within } = this.draining;
    if (within !== null) socket.emit('handover', { within: Math.round(within) });
    const { id } = viewer.caller;
    this.viewers.set(id, (this.viewers.get(id) ?? new Set()).add(viewer));
    socket.on('disconnect', () => {
      const ofUser = this.viewers.get(id);
      ofUser?.delete(viewer);
      if (ofUser?.size === 0) this.viewers.delete(id);
    });
  }

  private async verify(token: unknown): Promise<Caller> {
    if (typeof token !== 'string' || token === '') throw Problem.unauthenticated();
    const caller = await this.verifier.verify(token);
    if (!this.directory.isCurrent(caller))
      throw Problem.unauthenticated('Your session is not valid. Please sign in again.');
    return caller;
  }

  /** Ends the connections of these users whose token is stale: their role changed, or they were deleted. */
  private endStale(users: Iterable<number>): void {
    for (const user of users) {
      for (const viewer of this.viewers.get(user) ?? []) {
        if (!this.directory.isCurrent(viewer.caller)) viewer.end(Problem.unauthenticated('Your account was changed'));
      }
    }
  }

  /** What a client's `connect_error` carries as `data`: the problem itself. */
  private toConnectError(error: unknown): Error {
    const problem = toProblem(error) ?? new Problem('internal', 'An unknown error occurred', [], { cause: error });
    logProblem(this.logger, problem);
    return Object.assign(new Error(problem.message), { data: problem.toDetails() });
  }
}
