import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { type Client, Clients } from './clients.ts';
import { isHealth, LimitConfig, type LimitName, ownLimitOf } from './limits.ts';

const MINUTE = 60_000;
export const tooManyRequests = (): Problem => new Problem('rate_limited', 'Too many requests. Please wait a minute.');

/**
 * Counts requests in this process's memory: per user if the token is valid, otherwise per address. Above the limit, the gateway
 * responds with 429 and `retry-after` until the minute ends.
 */
@Injectable()
export class RateLimit implements NestMiddleware {
  private readonly limits: ReadonlyMap<LimitName, ReturnType<RateLimit['limit']>>;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly clients: Clients,
  ) {
    this.limits = new Map(LimitConfig.keyof().options.map((name) => [name, this.limit(config[name])]));
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const path = request.originalUrl.split('?')[0] ?? '/';
    if (isHealth(path)) next();
    else void this.count(path, request, response, next).catch(next);
  }

  /** Counts an upgrade request, because upgrades bypass middleware. Returns the seconds to wait, or null below the limit. */
  async countUpgrade(request: IncomingMessage): Promise<number | null> {
    const client = await this.clients.of(request);
    const name = limitOf(client);
    const { totalHits, resetTime } = (await this.limits.get(name)?.store.increment(client.key)) ?? { totalHits: 0 };
    if (totalHits <= this.config[name]) return null;
    return Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1_000));
  }

  private async count(path: string, request: Request, response: Response, next: NextFunction): Promise<void> {
    const name = ownLimitOf(request.method, path) ?? limitOf(await this.clients.of(request));
    await this.limits.get(name)?.middleware(request, response, next);
  }

  private limit(requests: number) {
    const store = new MemoryStore();
    const middleware = rateLimit({
      store,
      windowMs: MINUTE,
      limit: requests,
      keyGenerator: async (request) => (await this.clients.of(request)).key,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      handler: (_request, _response, next) => next(tooManyRequests()),
    });
    return { store, middleware };
  }
}

const limitOf = ({ isUser }: Client): LimitName =>
  isUser ? 'RATE_LIMIT_PER_MINUTE' : 'RATE_LIMIT_ANONYMOUS_PER_MINUTE';
