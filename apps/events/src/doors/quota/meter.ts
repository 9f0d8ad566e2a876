import type { Quota } from '@portico/contracts/common/trust';
import { Problem } from '@portico/service';
import type { Limit } from './grant.ts';
import type { Quotas } from './quotas.ts';
import type { Amount } from './usage.ts';

/** Counts a request against its integration's quota as early as possible: bytes before any work on them. */
export class Meter {
  private readonly givers: (() => void)[] = [];

  /** @param said - called with the rest of the quota, whether the request fits or not. */
  constructor(
    private readonly quotas: Quotas,
    private readonly integration: number,
    private readonly quota: Quota | undefined,
    private readonly said: (limit: Limit) => void,
  ) {}

  /** @throws Problem `rate_limited` if it does not fit; earlier counts remain. */
  async take(amount: Partial<Amount>): Promise<void> {
    const grant = await this.quotas.take(this.integration, { events: 0, bytes: 0, ...amount }, this.quota);
    this.said(grant.limit);
    if (grant.isOver) throw overQuota(grant.limit);
    this.givers.push(grant.giveBack);
  }

  /** Counts bytes that were already processed, whether they fit or not. */
  count(bytes: number): void {
    this.quotas.count(this.integration, bytes);
  }

  /** For a request that could not be published. */
  giveBack(): void {
    for (const giveBack of this.givers.splice(0)) giveBack();
  }
}

const overQuota = ({ of, limit, remaining, reset }: Limit): Problem => {
  const what = of === 'events' ? `${limit} events a minute` : `${limit} bytes a day`;
  const message = `The integration may publish ${what}, of which ${remaining} are left. Nothing of the request was taken.`;
  return Problem.rateLimited(message, reset);
};
