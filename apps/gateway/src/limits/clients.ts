import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { tokenOfProtocols } from '@portico/contracts/live-protocols';
import { bearerToken, TokenVerifier } from '@portico/service';
import { ipKeyGenerator } from 'express-rate-limit';
import { Forwarding } from './forwarding.ts';

/** Bits of an IPv6 address that identify a customer, who has the whole prefix. */
const IPV6_PREFIX = 56;

/** The client of a request for rate limits: a user, or an address. */
export type Client = { isUser: boolean; key: string };

/**
 * Identifies the caller as far as verifiable. A request with a forged or expired token counts toward its address: only a user's own
 * token uses that user's bucket.
 */
@Injectable()
export class Clients {
  private readonly known = new WeakMap<IncomingMessage, Promise<Client>>();

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly forwarding: Forwarding,
  ) {}

  of(request: IncomingMessage): Promise<Client> {
    const known = this.known.get(request) ?? this.find(request);
    this.known.set(request, known);
    return known;
  }

  private async find(request: IncomingMessage): Promise<Client> {
    const address = this.forwarding.addressOf(request);
    const { authorization, 'sec-websocket-protocol': protocols } = request.headers;
    const token = bearerToken(authorization) ?? tokenOfProtocols(protocols);
    const caller = token === null ? null : await this.verifier.verify(token).catch(() => null);
    return caller
      ? { isUser: true, key: `user ${caller.id}` }
      : { isUser: false, key: `address ${ipKeyGenerator(address, IPV6_PREFIX)}` };
  }
}
