import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { GatewayConfig } from './config.ts';

/** Counts requests by address, in this process's memory; over the limit 429 with `retry-after` until the minute is over. */
@Injectable()
export class RateLimit implements NestMiddleware {
  private readonly limit: ReturnType<typeof rateLimit>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.limit = rateLimit({
      windowMs: 60_000,
      limit: config.RATE_LIMIT_PER_MINUTE,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      handler: (_request, _response, next) =>
        next(new Problem('rate_limited', 'Too many requests. Please wait a minute.')),
    });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    void this.limit(request, response, next);
  }
}
