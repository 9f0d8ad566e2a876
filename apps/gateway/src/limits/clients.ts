import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { tokenOfProtocols } from '@portico/contracts/live-protocols';
import { bearerToken, TokenVerifier } from '@portico/service';
import { ipKeyGenerator } from 'express-rate-limit';
import { Forwarding } from './forwarding.ts';

/** Length in bits of the IPv6 prefix that belongs to one customer. */
const IPV6_PREFIX = 56;

/** The client of a request for rate limits: a user, or an address. */
export type Client = { isUser: boolean; key: string };

/**
 * Identifies the client of a request by its valid token, otherwise by its address. A forged or expired token therefore never counts
 * toward the limit of the user whom the token names.
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
