import { Injectable } from '@nestjs/common';
import { DEFAULT_QUOTA, type Quota } from '@portico/contracts/common/trust';
import { type Grant, takeAt } from './grant.ts';
import { type Amount, Usage } from './usage.ts';
import { UsageExchange } from './usage-exchange.ts';

/** Enforces the limits of each integration across all processes: events per minute and bytes per UTC day. */
@Injectable()
export class Quotas {
  constructor(
    private readonly usage: Usage,
    private readonly exchange: UsageExchange,
  ) {}

  /** Counts the amount if all of it is within the limits. Otherwise counts nothing. */
  async take(integration: number, amount: Amount, quota: Quota = DEFAULT_QUOTA): Promise<Grant> {
    await this.exchange.known;
    return takeAt(this.usage, { integration, amount, quota }, Date.now());
  }

  /** Counts bytes that were already read, even beyond the limits. */
  count(integration: number, bytes: number): void {
    this.usage.add(integration, { events: 0, bytes }, Date.now());
  }
}
