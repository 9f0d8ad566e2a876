import { defineEntity, p } from '@mikro-orm/core';
import type { OrganizationState } from '@portico/contracts/events/orgs';
import type { Organization as OrganizationRow } from '@portico/contracts/http/orgs';
import { searchIndex, searchText } from '@portico/postgres';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    billingEmail: p.text().nullable(),
    addressLine1: p.text().nullable().fieldName('address_line1'),
    addressLine2: p.text().nullable().fieldName('address_line2'),
    city: p.text().nullable(),
    state: p.text().nullable(),
    zipCode: p.integer().nullable(),
    country: p.text().nullable(),
    referenceId: p.text().nullable(),
    /** Customer id at the payment provider, written only from billing's events. */
    customerId: p.text().nullable(),
    /** Time zone of the organization's calendar months; null for UTC. */
    timeZone: p.text().nullable(),
    /** Days for which the organization's entries of the audit log are kept; null for the default. */
    auditDays: p.integer().nullable(),
    version: p.integer().default(1),
    /** Version of the organization's list of users, incremented with each change of the list. */
    membersVersion: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    searchText: p.text().collation('C').generated(searchText('name')).lazy().nullable(),
  },
  indexes: [{ name: 'organizations_search_index', expression: searchIndex('organizations') }],
});

export class Organization extends OrganizationSchema.class {
  toRow(): OrganizationRow {
    return {
      id: this.id,
      name: this.name,
      billingEmail: this.billingEmail ?? null,
      addressLine1: this.addressLine1 ?? null,
      addressLine2: this.addressLine2 ?? null,
      city: this.city ?? null,
      state: this.state ?? null,
      zipCode: this.zipCode ?? null,
      country: this.country ?? null,
      referenceId: this.referenceId ?? null,
      customerId: this.customerId ?? null,
      timeZone: this.timeZone ?? null,
      auditDays: this.auditDays ?? null,
      createdAt: this.createdAt.toISOString(),
    };
  }

  toState(deletedAt: Date | null = null): OrganizationState {
    const { id, version, name, auditDays } = this;
    return { id, version, name, ...(auditDays && { auditDays }), deletedAt: deletedAt?.toISOString() ?? null };
  }
}
OrganizationSchema.setClass(Organization);
