import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Draining, Problem, toProblem } from '@portico/service';
import type { GatewayConfig } from '../config.ts';
import { Clients } from '../limits/clients.ts';
import { RateLimit, tooManyRequests } from '../limits/rate-limit.ts';
import { repeatedAuthorizationRefusal } from './one-authorization.ts';
import { Proxy } from './proxy.ts';
import { isLive } from './routes.ts';
import { serviceTokenRefusal } from './service-tokens.ts';

/** Seconds after which a service closes a connection without a sign-in. */
const UNAUTHENTICATED_LIFETIME = 5;

/**
 * Decides which upgrades become live sockets. An upgrade counts as a request of the user whose token is in the handshake. A limited number
 * of upgrades per address may lack a valid token: the service reads the token after the upgrade, and closes connections without one. This
 * admits clients that cannot set headers, and lets consoles with an expired token learn the reason.
 */
@Injectable()
export class Upgrades {
  /** Number of open sockets without a valid token, by address. */
  private readonly anonymous = new Map<string, number>();
  private readonly passedOn = new Set<Socket>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly clients: Clients,
    private readonly rateLimit: RateLimit,
    private readonly proxy: Proxy,
    private readonly draining: Draining,
  ) {
    draining.onHandover((within) => {
      for (const socket of this.passedOn) endWithin(socket, within);
    });
  }

  /** Handles the HTTP server's `upgrade` event, which bypasses middleware. */
  accept(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    this.admit(request, socket).then(
      (refusal) => {
        if (refusal) refuse(socket, refusal);
        else if (!socket.destroyed) this.passOn(request, socket, head);
      },
      (error: unknown) =>
        refuse(socket, { problem: toProblem(error) ?? Problem.unavailable('The live connection', error) }),
    );
  }

  private passOn(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.passedOn.add(socket);
    socket.once('close', () => this.passedOn.delete(socket));
    const { within } = this.draining;
    if (within !== null) endWithin(socket, within);
    this.proxy.upgrade(request, socket, head);
  }

  private async admit(request: IncomingMessage, socket: Socket): Promise<Refusal | null> {
    if (!isLive(request.url?.split('?')[0] ?? '/')) return { problem: Problem.notFound('The page') };
    const seconds = await this.rateLimit.countUpgrade(request);
    if (seconds !== null) return { problem: tooManyRequests(), seconds };
    const problemOfToken = repeatedAuthorizationRefusal(request) ?? serviceTokenRefusal(request);
    if (problemOfToken) return { problem: problemOfToken };
    const { isUser, key } = await this.clients.of(request);
    if (isUser || this.hold(key, socket)) return null;
    const problem = new Problem('rate_limited', 'Too many connections of this address are open without a valid token.');
    return { problem, seconds: UNAUTHENTICATED_LIFETIME };
  }

  private hold(address: string, socket: Socket): boolean {
    const open = this.anonymous.get(address) ?? 0;
    if (open >= this.config.LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS) return false;
    if (socket.destroyed) return true;
    this.anonymous.set(address, open + 1);
    socket.once('close', () => {
      const left = (this.anonymous.get(address) ?? 1) - 1;
      if (left > 0) this.anonymous.set(address, left);
      else this.anonymous.delete(address);
    });
    return true;
  }
}

/** Ends the socket after a random delay of at most `within` milliseconds, so that clients do not all reconnect at once. */
const endWithin = (socket: Socket, within: number): void => {
  const timer = setTimeout(() => socket.destroySoon(), Math.random() * within);
  socket.once('close', () => clearTimeout(timer));
};

type Refusal = { problem: Problem; seconds?: number };

const refuse = (socket: Socket, { problem, seconds }: Refusal): void => {
  const body = JSON.stringify(problem.toDetails());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(seconds === undefined ? [] : [`Retry-After: ${seconds}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
