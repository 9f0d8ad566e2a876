import { defineEntity, p } from '@mikro-orm/core';
import type { EntitlementState } from '@portico/contracts/events/orgs';
import type { OrganizationEntitlement as OrganizationEntitlementRow } from '@portico/contracts/http/orgs';

const OrganizationEntitlementSchema = defineEntity({
  name: 'OrganizationEntitlement',
  tableName: 'organization_entitlements',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    lookupKey: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    usedCount: p.integer().default(0),
    allowedCount: p.integer(),
    active: p.boolean().default(true),
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'organization_entitlements_lookup_key_unique', properties: ['organizationId', 'lookupKey'] }],
});

/** How much of something an organization may use. */
export class OrganizationEntitlement extends OrganizationEntitlementSchema.class {
  toRow(): OrganizationEntitlementRow {
    const { id, name, lookupKey, usedCount, allowedCount, active } = this;
    const entitlement = { name, description: this.description ?? null, lookupKey };
    return { id, entitlement, usedCount, allowedCount, active };
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
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}
OrganizationEntitlementSchema.setClass(OrganizationEntitlement);
