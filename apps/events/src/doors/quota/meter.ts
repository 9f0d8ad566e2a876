import type { Quota } from '@portico/contracts/common/trust';
import { Problem } from '@portico/service';
import type { Limit } from './grant.ts';
import type { Quotas } from './quotas.ts';
import type { Amount } from './usage.ts';

/** Counts a request against its integration's quota as early as possible: bytes are counted before the service processes them. */
export class Meter {
  private readonly givers: (() => void)[] = [];

  /** @param onLimit - called with the remaining quota, even if the request exceeds the quota. */
  constructor(
    private readonly quotas: Quotas,
    private readonly integration: number,
    private readonly quota: Quota | undefined,
    private readonly onLimit: (limit: Limit) => void,
  ) {}

  /** @throws Problem `rate_limited` if the amount exceeds the quota. The amounts of earlier calls stay counted. */
  async take(amount: Partial<Amount>): Promise<void> {
    const grant = await this.quotas.take(this.integration, { events: 0, bytes: 0, ...amount }, this.quota);
    this.onLimit(grant.limit);
    if (grant.isOver) throw overQuota(grant.limit);
    this.givers.push(grant.giveBack);
  }

  /** Counts bytes that were already processed, even beyond the quota. */
  count(bytes: number): void {
    this.quotas.count(this.integration, bytes);
  }

  /** Undoes all counts of a request that could not be published. */
  giveBack(): void {
    for (const giveBack of this.givers.splice(0)) giveBack();
  }
}

const overQuota = ({ of, limit, remaining, reset }: Limit): Problem => {
  const what = of === 'events' ? `${limit} events a minute` : `${limit} bytes a day`;
  const message = `The integration may publish ${what}, and ${remaining} are left. Portico accepted no event of this request.`;
  return Problem.rateLimited(message, reset);
};
