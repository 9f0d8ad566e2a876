import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ALERTS_CHANGES, ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import type { ProblemDetails } from '@portico/contracts/common/problem';
import type { Handover } from '@portico/contracts/live';
import { Listener } from '@portico/postgres';
import { type Caller, CONFIG, Draining, Problem, Revocations, TokenVerifier, toProblem } from '@portico/service';
import { Server, type Socket } from 'socket.io';
import type { AlertsConfig } from '../config.ts';
import { Scopes } from '../directory/scopes.ts';
import { CHANGES_CHANNEL, Change } from './changes.ts';

const MAX_MESSAGE_BYTES = 4 * 1024;
/** Milliseconds until a connection is closed whose token was not accepted. */
const SIGN_IN_TIMEOUT = 5_000;
/** Milliseconds in which changes of one kind are sent as one. */
const PACE = 1_000;
/** Sockets of one user in one process. */
const MAX_SOCKETS = 20;

type NoEvents = Record<string, never>;
type Sent = {
  changed: (change: AlertsChange) => void;
  handover: (handover: Handover) => void;
  ended: (problem: ProblemDetails) => void;
};
type Received = { authenticate: (token: string, acknowledge: (answer: { ok: boolean }) => void) => void };
type ViewerSocket = Socket<Received, Sent, NoEvents, { caller: Caller; expiry?: NodeJS.Timeout }>;

/**
 * Lets viewers know that something has changed which they may see; what it is they ask for. So a message carries nothing, and
 * rights are checked where the rows are read.
 */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LiveGateway.name);
  private readonly listener: Listener;
  private readonly due = new Map<ViewerSocket, Set<AlertsChange['what']>>();
  private readonly sockets = new Set<ViewerSocket>();
  private io: Server<Received, Sent, NoEvents, { caller: Caller; expiry?: NodeJS.Timeout }> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: AlertsConfig,
    private readonly verifier: TokenVerifier,
    private readonly revocations: Revocations,
    private readonly scopes: Scopes,
    private readonly draining: Draining,
  ) {
    this.listener = new Listener({
      config,
      database: 'alerts',
      channel: CHANGES_CHANNEL,
      heard: (payload) => void this.take(Change.parse(JSON.parse(payload))).catch(this.failed),
      began: () => this.all(),
      failed: this.failed,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.io = new Server(this.http.httpAdapter.getHttpServer(), {
      path: ALERTS_LIVE_PATH,
      serveClient: false,
      transports: ['websocket'],
      connectTimeout: SIGN_IN_TIMEOUT,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      cors: { origin: new URL(this.config.CONSOLE_URL).origin },
    });
    this.io.use((socket, next) => {
      this.verify(socket.handshake.auth['token']).then(
        (caller) => {
          socket.data.caller = caller;
          next(
            this.hasRoom(caller) ? undefined : toConnectError(new Problem('rate_limited', 'Too many live connections')),
          );
        },
        (error: unknown) => next(toConnectError(error)),
      );
    });
    this.io.on('connection', (socket) => this.welcome(socket));
    this.draining.onHandover((within) => this.io?.emit('handover', { within: Math.round(within) }));
    this.timer = setInterval(() => this.send(), PACE);
    await this.listener.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.listener.stop();
    for (const { conn } of this.sockets) conn.close();
    this.io?.engine.close();
  }

  private readonly failed = (error: unknown): void =>
    this.logger.warn({ error: String(error) }, 'changes do not reach viewers');

  private welcome(socket: ViewerSocket): void {
    this.sockets.add(socket);
    const { within } = this.draining;
    if (within !== null) socket.emit('handover', { within: Math.round(within) });
    this.expireWithToken(socket);
    socket.on('disconnect', () => {
      clearTimeout(socket.data.expiry);
      this.sockets.delete(socket);
      this.due.delete(socket);
    });
    socket.on('authenticate', (token, acknowledge) => {
      this.verify(token).then(
        (caller) => {
          const isSame = caller.id === socket.data.caller.id;
          if (isSame) {
            socket.data.caller = caller;
            this.expireWithToken(socket);
          }
          if (typeof acknowledge === 'function') acknowledge({ ok: isSame });
        },
        () => typeof acknowledge === 'function' && acknowledge({ ok: false }),
      );
    });
  }

  private expireWithToken(socket: ViewerSocket): void {
    clearTimeout(socket.data.expiry);
    socket.data.expiry = setTimeout(
      () => this.end(socket, 'Your session has expired'),
      Math.max(0, socket.data.caller.expiresAt - Date.now()),
    );
  }

  private end(socket: ViewerSocket, message: string): void {
    socket.emit('ended', Problem.unauthenticated(message).toDetails());
    socket.disconnect(true);
  }

  private async verify(token: unknown): Promise<Caller> {
    if (typeof token !== 'string' || token === '') throw Problem.unauthenticated();
    const caller = await this.verifier.verify(token);
    if (this.revocations.isRevoked(caller))
      throw Problem.unauthenticated('Your account has changed. Please sign in again.');
    return caller;
  }

  private hasRoom({ id }: Caller): boolean {
    return [...this.sockets].filter(({ data }) => data.caller.id === id).length < MAX_SOCKETS;
  }

  /** Who sees the change now, asked for each user once: a membership may have ended since they connected. */
  private async take({ what, organizationId, userIds }: Change): Promise<void> {
    const users = userIds && new Set(userIds);
    const maySee = new Map<number, Promise<boolean>>();
    await Promise.all(
      [...this.sockets].map(async (socket) => {
        const { caller } = socket.data;
        if (users) {
          if (users.has(caller.id)) this.note(socket, what);
          return;
        }
        const role = maySee.get(caller.id) ?? this.sees(caller, organizationId);
        maySee.set(caller.id, role);
        if (await role) this.note(socket, what);
      }),
    );
  }

  private async sees(caller: Caller, organizationId: number | null): Promise<boolean> {
    if (organizationId === null) return (await this.scopes.of(caller)) === 'all';
    return (await this.scopes.roleIn(caller, organizationId)) !== null;
  }

  private note(socket: ViewerSocket, what: AlertsChange['what']): void {
    this.due.set(socket, (this.due.get(socket) ?? new Set()).add(what));
  }

  /** After an interruption everybody asks again. */
  private all(): void {
    for (const socket of this.sockets) for (const what of ALERTS_CHANGES) this.note(socket, what);
  }

  private send(): void {
    for (const [socket, kinds] of this.due) {
      if (this.revocations.isRevoked(socket.data.caller))
        this.end(socket, 'Your account has changed. Please sign in again.');
      else for (const what of kinds) socket.emit('changed', { what });
    }
    this.due.clear();
  }
}

/** What a client's `connect_error` carries as `data`: the problem itself. */
const toConnectError = (error: unknown): Error => {
  const problem = toProblem(error) ?? new Problem('internal', 'An unknown error occurred', [], { cause: error });
  return Object.assign(new Error(problem.message), { data: problem.toDetails() });
};
