import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { GatewayConfig } from '../config.ts';

/**
 * Where a request came from, when proxies stand in front of the gateway: each adds the address that it got the request from
 * to X-Forwarded-For, so that as many of the last entries are believed as there are proxies, and none that a caller wrote.
 */
@Injectable()
export class Forwarding {
  private readonly logger = new Logger(Forwarding.name);
  private warning: { reason: string; since: string } | null = null;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** Set once X-Forwarded-For has come although no proxy is trusted: everybody behind such a proxy counts as one address. */
  get untrusted(): { reason: string; since: string } | null {
    return this.warning;
  }

  addressOf(request: IncomingMessage): string {
    const { TRUSTED_PROXIES } = this.config;
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const addresses = [
      ...forwarded.map((address) => address.trim()).filter(Boolean),
      request.socket.remoteAddress ?? '',
    ];
    if (addresses.length > 1 && TRUSTED_PROXIES === 0) this.warn();
    return addresses.at(-1 - TRUSTED_PROXIES) ?? addresses[0] ?? '';
  }

  private warn(): void {
    if (this.warning) return;
    const reason =
      'X-Forwarded-For arrives while TRUSTED_PROXIES is 0: if a proxy stands in front, everybody behind it counts as one address';
    this.warning = { reason, since: new Date().toISOString() };
    this.logger.warn(reason);
  }
}
