import { Injectable } from '@nestjs/common';
import { DEFAULT_QUOTA, type Quota } from '@portico/contracts/common/trust';
import { type Grant, takeAt } from './grant.ts';
import { type Amount, Usage } from './usage.ts';
import { UsageExchange } from './usage-exchange.ts';

/** The limits of each integration's doors across all processes: events per minute and bytes per UTC day. */
@Injectable()
export class Quotas {
  constructor(
    private readonly usage: Usage,
    private readonly exchange: UsageExchange,
  ) {}

  /** Counts the whole amount, or nothing if it does not fit. */
  async take(integration: number, amount: Amount, quota: Quota = DEFAULT_QUOTA): Promise<Grant> {
    await this.exchange.known;
    return takeAt(this.usage, { integration, amount, quota }, Date.now());
  }

  /** Counts bytes that were already read, whether they fit or not. */
  count(integration: number, bytes: number): void {
    this.usage.add(integration, { events: 0, bytes }, Date.now());
  }
}
