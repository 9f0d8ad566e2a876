import { isDeepStrictEqual } from 'node:util';
import { defineEntity, p } from '@mikro-orm/core';
import type { EntitlementState, MeteredPeriod } from '@portico/contracts/events/orgs';
import type { OrganizationEntitlement as OrganizationEntitlementRow } from '@portico/contracts/http/orgs';
import type { GrantedEntitlement } from './granted.ts';

const OrganizationEntitlementSchema = defineEntity({
  name: 'OrganizationEntitlement',
  tableName: 'organization_entitlements',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    lookupKey: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    /** The used count of `period`, for an entitlement with a meter. */
    usedCount: p.bigint('number').defaultRaw('0'),
    period: p.json<MeteredPeriod>().nullable(),
    /** Count that the purchases grant; 0 once all purchases have ended. */
    grantedCount: p.integer().default(0),
    /** Difference that an administrator has set; 0 once all purchases have ended. */
    adjustment: p.integer().default(0),
    /** Sum of the granted count and the adjustment, at least 0. Unchanged while the entitlement is inactive. */
    allowedCount: p.integer(),
    active: p.boolean().default(true),
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'organization_entitlements_lookup_key_unique', properties: ['organizationId', 'lookupKey'] }],
});

export class OrganizationEntitlement extends OrganizationEntitlementSchema.class {
  /**
   * Sets the allowed count, and stores the difference to the granted count as the adjustment.
   * @returns whether the allowed count changed.
   */
  allow(count: number): boolean {
    if (count === this.allowedCount) return false;
    this.allowedCount = count;
    this.adjustment = count - this.grantedCount;
    this.version += 1;
    return true;
  }

  /** @returns whether the used count or its period changed. */
  use(count: number, period: MeteredPeriod): boolean {
    if (count === this.usedCount && isDeepStrictEqual(period, this.period)) return false;
    Object.assign(this, { usedCount: count, period });
    this.version += 1;
    return true;
  }

  /**
   * Sets the current grant of purchases. Null makes the entitlement inactive. An administrator's adjustment survives an overdue
   * renewal (`isPastDue`), and otherwise ends with the purchases, so that a new purchase grants exactly the bought count.
   * @returns whether the entitlement changed.
   */
  settle(granted: GrantedEntitlement | null, isPastDue: boolean): boolean {
    if (!granted) {
      if (!isPastDue) Object.assign(this, { grantedCount: 0, adjustment: 0 });
      if (!this.active) return false;
      this.active = false;
      this.version += 1;
      return true;
    }
    const { count, name, description } = granted;
    const allowedCount = Math.max(0, count + this.adjustment);
    const isSame = this.active && this.grantedCount === count && this.name === name && this.description === description;
    if (isSame && this.allowedCount === allowedCount) return false;
    Object.assign(this, { active: true, grantedCount: count, allowedCount, name, description });
    this.version += 1;
    return true;
  }

  toRow(): OrganizationEntitlementRow {
    const { id, name, lookupKey, usedCount, allowedCount, active } = this;
    const entitlement = { name, description: this.description ?? null, lookupKey };
    return { id, entitlement, usedCount, allowedCount, active, hard: active && this.period?.hard === true };
  }

  toState(deletedAt: Date | null = null): EntitlementState {
    const { id, version, organizationId, lookupKey, name, usedCount, allowedCount, active } = this;
    return {
      id,
      version,
      organizationId,
      lookupKey,
      name,
      usedCount,
      allowedCount,
      active,
      period: this.period ?? null,
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}
OrganizationEntitlementSchema.setClass(OrganizationEntitlement);
