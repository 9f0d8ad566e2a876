import type { OrganizationDetail } from '@portico/contracts/http/orgs';

/** An organization that has nobody and nothing yet. */
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
  createdAt: '2026-01-01T00:00:00.000Z',
  userOrganizations: [],
  membersVersion: 1,
  organizationProducts: [],
  organizationEntitlements: [],
};
