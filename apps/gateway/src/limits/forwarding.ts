import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Dependencies } from '@portico/service';
import type { GatewayConfig } from '../config.ts';

/**
 * Finds the client address of a request behind proxies. Each proxy appends the address of its peer to X-Forwarded-For, so the
 * gateway trusts only the last TRUSTED_PROXIES entries.
 */
@Injectable()
export class Forwarding {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly dependencies: Dependencies,
  ) {}

  addressOf(request: IncomingMessage): string {
    const { TRUSTED_PROXIES } = this.config;
    const header = request.headers['x-forwarded-for'];
    if (header !== undefined && TRUSTED_PROXIES === 0)
      this.dependencies.warn(
        'addresses',
        'X-Forwarded-For arrives while TRUSTED_PROXIES is 0; behind a proxy all requests count for one address',
      );
    const forwarded = [header ?? []].flat().join(',').split(',');
    const addresses = [...forwarded.map((entry) => entry.trim()).filter(Boolean), request.socket.remoteAddress ?? ''];
    return addresses.at(-1 - TRUSTED_PROXIES) ?? addresses[0] ?? '';
  }
}
