import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Acknowledgement, Handover } from '@portico/contracts/live';
import type { ProblemDetails } from '@portico/contracts/common/problem';
import { type DefaultEventsMap, type Namespace, Server, type Socket } from 'socket.io';
import type { Caller } from '../auth/caller.ts';
import { Revocations } from '../auth/revocations.ts';
import { TokenVerifier } from '../auth/token-verifier.ts';
import { CONFIG, type LiveConfig } from '../config.ts';
import { Draining } from '../ending/draining.ts';
import { Problem } from '../http/problem.ts';
import { loggedProblem } from '../http/problem.filter.ts';
import { closeOneByOne } from './close-one-by-one.ts';

/** Milliseconds after which a connection without a valid token is closed. */
const SIGN_IN_TIMEOUT = 5_000;
/** Milliseconds between two pings, and until an unanswered ping closes the connection. */
const PING = { pingInterval: 10_000, pingTimeout: 10_000 } as const;
/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

type NoEvents = Record<string, never>;
type SocketData = { caller: Caller; expiry?: NodeJS.Timeout };
/** A connection of a signed-in user. */
export type LiveSocket<Received extends object = DefaultEventsMap, Sent extends object = DefaultEventsMap> = Socket<
  Received,
  Sent,
  NoEvents,
  SocketData
>;
type Connection = { request: unknown; close: () => unknown; once: (event: 'close', listener: () => void) => unknown };

type LiveOptions = {
  path?: string;
  namespace: string;
  /** Maximum bytes of a client's message; a larger message closes the connection. */
  maxMessageBytes: number;
  /** Called with a signed-in socket. When the user renews the token, the returned function is called with the previous caller. */
  welcome: (socket: LiveSocket) => ((former: Caller) => void) | void;
};

/**
 * The Socket.IO server of a service. A client joins with a valid product token and may renew the token with `authenticate`. The server
 * sends `ended` when the token expires or is revoked. A draining process sends `handover` and closes connections without Socket.IO's
 * `disconnect`, because clients do not reconnect after `disconnect`.
 */
@Injectable()
export class LiveServer implements BeforeApplicationShutdown {
  private readonly logger = new Logger(LiveServer.name);
  private readonly connections = new Set<Connection>();
  /** Sockets by user until their connections close. A connection that stays open after its socket disconnects also counts. */
  private readonly held = new Map<number, Set<LiveSocket>>();
  private io: Server | null = null;
  private isEnding = false;

  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: LiveConfig,
    private readonly verifier: TokenVerifier,
    private readonly revocations: Revocations,
    private readonly draining: Draining,
  ) {
    revocations.onChange((user) => {
      for (const socket of this.held.get(user) ?? []) this.endRevoked(socket);
    });
  }

  open({
    path,
    namespace: name,
    maxMessageBytes,
    welcome,
  }: LiveOptions): Namespace<DefaultEventsMap, DefaultEventsMap, NoEvents, SocketData> {
    const io = new Server<DefaultEventsMap, DefaultEventsMap, NoEvents, SocketData>(
      this.http.httpAdapter.getHttpServer(),
      {
        ...(path !== undefined && { path }),
        ...PING,
        serveClient: false,
        transports: ['websocket'],
        connectTimeout: SIGN_IN_TIMEOUT,
        maxHttpBufferSize: maxMessageBytes,
        allowRequest: (_, answer) => answer(null, !this.isEnding),
        cors: { origin: new URL(this.config.CONSOLE_URL).origin },
      },
    );
    this.io = io;
    io.engine.on('connection', (connection: Connection) => {
      // Releases the memory of the handshake request, which Socket.IO would keep as long as the connection.
      connection.request = null;
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
    const namespace = io.of(name);
    // Closes the default namespace, to which Socket.IO would admit clients without a token.
    if (name !== '/') io.use((_, next) => next(this.toConnectError(Problem.notFound('The namespace'))));
    namespace.use((socket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: unknown) => next(this.toConnectError(error)),
      );
    });
    namespace.on('connection', (socket) => this.start(socket, welcome));
    this.draining.onHandover((within) => namespace.emit('handover', handover(within)));
    return namespace;
  }

  /** Closes all connections. Clients reconnect automatically to other processes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await closeOneByOne([...this.connections]);
    this.io?.engine.close();
  }

  /** Runs a message's handler. Acknowledges the message if the client requested an acknowledgement. */
  answer(acknowledge: unknown, work: () => Promise<void> | void): void {
    const reply = (answer: Acknowledgement): void => {
      if (typeof acknowledge === 'function') acknowledge(answer);
    };
    (async () => work())().then(
      () => reply({ ok: true }),
      (error: unknown) => reply({ ok: false, problem: loggedProblem(this.logger, error).toDetails() }),
    );
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const caller = await this.verify(socket.handshake.auth['token']);
    this.hold(caller.id, socket);
    socket.data.caller = caller;
  }

  /** Counts a socket of a user. @throws Problem `rate_limited` if the user has the maximum number of open sockets. */
  private hold(user: number, socket: LiveSocket): void {
    const held = this.held.get(user) ?? new Set();
    const limit = this.config.LIVE_SOCKETS_PER_USER;
    if (held.size >= limit)
      throw new Problem('rate_limited', `You have ${limit} live connections open. Please close one of them.`);
    if (socket.conn.readyState !== 'open') return;
    this.held.set(user, held.add(socket));
    socket.conn.once('close', () => {
      held.delete(socket);
      if (held.size === 0) this.held.delete(user);
    });
  }

  private start(socket: LiveSocket, welcome: LiveOptions['welcome']): void {
    const { within } = this.draining;
    if (within !== null) socket.emit('handover', handover(within));
    this.expireWithToken(socket);
    socket.on('disconnect', () => clearTimeout(socket.data.expiry));
    const renewed = welcome(socket);
    socket.on('authenticate', (token: unknown, acknowledge: unknown) =>
      this.answer(acknowledge, async () => {
        const former = await this.authenticate(socket, token);
        renewed?.(former);
      }),
    );
    // Checks again, because the user may have changed since the token was verified.
    this.endRevoked(socket);
  }

  /** Renews a socket's token. @throws Problem `forbidden` for another user's token. */
  private async authenticate(socket: LiveSocket, token: unknown): Promise<Caller> {
    const { caller: former } = socket.data;
    const caller = await this.verify(token);
    if (caller.id !== former.id) throw Problem.forbidden('This connection belongs to another user');
    socket.data.caller = caller;
    if (socket.connected) this.expireWithToken(socket);
    return former;
  }

  private async verify(token: unknown): Promise<Caller> {
    if (typeof token !== 'string' || token === '') throw Problem.unauthenticated();
    const caller = await this.verifier.verify(token);
    const refusal = this.revocations.refusalOf(caller);
    if (refusal !== null) throw refusal;
    return caller;
  }

  private expireWithToken(socket: LiveSocket): void {
    clearTimeout(socket.data.expiry);
    const remaining = Math.min(Math.max(0, socket.data.caller.expiresAt - Date.now()), MAX_TIMER);
    socket.data.expiry = setTimeout(() => end(socket, Problem.unauthenticated('Your session has expired')), remaining);
  }

  private endRevoked(socket: LiveSocket): void {
    const refusal = this.revocations.refusalOf(socket.data.caller);
    if (socket.connected && refusal !== null) end(socket, refusal);
  }

  /** Converts an error for Socket.IO. The client receives the problem as `data` of the event `connect_error`. */
  private toConnectError(thrown: unknown): Error & { data: ProblemDetails } {
    const problem = loggedProblem(this.logger, thrown);
    return Object.assign(new Error(problem.message), { data: problem.toDetails() });
  }
}

const handover = (within: number): Handover => ({ within: Math.round(within) });

/** Sends the reason to the client and closes the connection. */
function end(socket: LiveSocket, reason: Problem): void {
  socket.emit('ended', reason.toDetails());
  socket.disconnect(true);
}
