import type { OrganizationDetail, OrganizationEntitlement, OrganizationProduct } from '@portico/contracts/http/orgs';

export const NORTHWIND: OrganizationDetail = {
  id: 4,
  name: 'Northwind',
  billingEmail: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  referenceId: null,
  customerId: null,
  timeZone: null,
  auditDays: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  userOrganizations: [],
  membersVersion: 1,
  organizationProducts: [],
  organizationEntitlements: [],
};

/** An active product without an instance. */
export const productOf = (
  id: number,
  name: string,
  { type = 'base', ...change }: Partial<OrganizationProduct> & { type?: string } = {},
): OrganizationProduct => ({ id, product: { name, type }, instanceUrl: null, active: true, ...change });

export const entitlementOf = (
  id: number,
  name: string,
  usedCount: number,
  allowedCount: number,
  { lookupKey = `key_${id}`, ...change }: Partial<OrganizationEntitlement> & { lookupKey?: string } = {},
): OrganizationEntitlement => ({
  id,
  entitlement: { name, description: null, lookupKey },
  usedCount,
  allowedCount,
  active: true,
  hard: false,
  ...change,
});
