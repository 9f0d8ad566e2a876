import { Injectable } from '@nestjs/common';
import { DEFAULT_QUOTA, type Quota } from '@portico/contracts/common/trust';
import { type Grant, takeAt } from './grant.ts';
import { type Amount, Usage } from './usage.ts';
import { UsageExchange } from './usage-exchange.ts';

/** How much each integration may publish through its doors: events a minute and bytes a day of UTC, in all processes together. */
@Injectable()
export class Quotas {
  constructor(
    private readonly usage: Usage,
    private readonly exchange: UsageExchange,
  ) {}

  /** Takes all of it, or nothing when it does not fit. */
  async take(integration: number, amount: Amount, quota: Quota = DEFAULT_QUOTA): Promise<Grant> {
    await this.exchange.known;
    return takeAt(this.usage, { integration, amount, quota }, Date.now());
  }

  /** Counts bytes that were read already, whether they fit or not. */
  count(integration: number, bytes: number): void {
    this.usage.add(integration, { events: 0, bytes }, Date.now());
  }
}
