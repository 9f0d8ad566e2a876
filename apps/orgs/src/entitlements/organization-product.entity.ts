import { defineEntity, p } from '@mikro-orm/core';
import type { OrganizationProduct as OrganizationProductRow } from '@portico/contracts/http/orgs';

const OrganizationProductSchema = defineEntity({
  name: 'OrganizationProduct',
  tableName: 'organization_products',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    name: p.text(),
    type: p.text(),
    /** Null until the product's instance exists. */
    instanceUrl: p.text().nullable(),
    active: p.boolean().default(true),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'organization_products_name_unique', properties: ['organizationId', 'name'] }],
});

export class OrganizationProduct extends OrganizationProductSchema.class {
  toRow(): OrganizationProductRow {
    const { id, name, type, active } = this;
    return { id, product: { name, type }, instanceUrl: this.instanceUrl ?? null, active };
  }
}
OrganizationProductSchema.setClass(OrganizationProduct);
