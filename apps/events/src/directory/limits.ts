import type { EntitlementState } from '@portico/contracts/events/orgs';

/** Maximum remembered time spans of one entitlement. */
const MAX_SPANS = 8;

/** A time span in which a hard entitlement was used up, in milliseconds since 1970 by Kafka's clock. `to` is exclusive. */
export type UsedUp = { from: number; to: number; where: string; name: string };

/** The times at which hard entitlements were used up, by organization. The caller applies each state once, in order of its version. */
export class Limits {
  private readonly spans = new Map<number, Map<number, UsedUp[]>>();

  /** @param from - the time at which the state was published, in milliseconds since 1970 */
  apply(state: EntitlementState, from: number): void {
    const { id, organizationId } = state;
    const spans = this.spans.get(organizationId)?.get(id) ?? [];
    const last = spans.at(-1);
    const next = usedUpBy(state, from);
    if (last && next && last.to === next.to && last.where === next.where) return;
    if (last) last.to = Math.min(last.to, from);
    if (!next) return;
    const own = this.spans.get(organizationId) ?? new Map<number, UsedUp[]>();
    this.spans.set(organizationId, own.set(id, [...spans, next].slice(-MAX_SPANS)));
  }

  usedUpAt(organizationId: number, moment: number): UsedUp[] {
    const own = this.spans.get(organizationId);
    if (!own) return [];
    return [...own.values()].flat().filter(({ from, to }) => from <= moment && moment < to);
  }
}

function usedUpBy(state: EntitlementState, from: number): UsedUp | null {
  const { period, active, deletedAt, usedCount, allowedCount, name } = state;
  if (!period?.hard || !active || deletedAt !== null || usedCount < allowedCount) return null;
  return { from, to: Date.parse(period.endsAt), where: period.where, name };
}
