import { z } from 'zod';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import type { RejectedTally } from '@portico/contracts/live';
import type { Scope } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { columnToIso } from '../table/schema/moments.ts';

/** Rejected events of one proven sender. Both ids are 0 for events from the shared topic, whose senders are not proven. */
export const StoredTally = z.object({
  organization: z.number(),
  integration: z.number(),
  count: z.number(),
  last_at: z.string(),
});
export type StoredTally = z.infer<typeof StoredTally>;

const IS_PROVEN = `kafka_partition >= ${FIRST_DOOR_PARTITION}`;

/** Counts rejected events by sender. Uses one thread, because the statement runs repeatedly and no request waits for the result. */
export const rejectedTallyStatement: Statement = {
  sql: `
    SELECT if(${IS_PROVEN}, sender_organization_id, 0) AS organization, if(${IS_PROVEN}, sender_id, 0) AS integration,
      count() AS count, max(published_at) AS last_at
    FROM rejected_events FINAL
    WHERE published_at > now64(3, 'UTC') - INTERVAL 24 HOUR
    GROUP BY organization, integration`,
  settings: { max_threads: 1 },
};

type Sum = { count: number; last_at: string };

const NOTHING: Sum = { count: 0, last_at: '' };

const add = (a: Sum, b: Sum): Sum => ({
  count: a.count + b.count,
  last_at: a.last_at > b.last_at ? a.last_at : b.last_at,
});
const addTo = <Key>(sums: Map<Key, Sum>, key: Key, sum: Sum) => sums.set(key, add(sums.get(key) ?? NOTHING, sum));

/** The number of rejected events that each viewer may correct. */
export class Tallies {
  private all = NOTHING;
  private readonly ofOrganizations = new Map<number, Sum>();
  private readonly ofIntegrations = new Map<string, Sum>();

  constructor(rows: readonly StoredTally[]) {
    for (const { organization, integration, ...sum } of rows) {
      this.all = add(this.all, sum);
      if (integration === 0) continue;
      addTo(this.ofOrganizations, organization, sum);
      addTo(this.ofIntegrations, `${organization}:${integration}`, sum);
    }
  }

  in(scope: Scope): RejectedTally {
    const { count, last_at } = scope === 'every' ? this.all : this.sumOf(scope);
    return { count, last_at: count === 0 ? null : columnToIso(last_at) };
  }

  private sumOf({ organizations, integrations }: Exclude<Scope, 'every'>): Sum {
    const sums = [...organizations].map((id) => this.ofOrganizations.get(id));
    for (const [id, organization] of integrations) sums.push(this.ofIntegrations.get(`${organization}:${id}`));
    return sums.reduce<Sum>((sum, one) => (one ? add(sum, one) : sum), NOTHING);
  }
}
