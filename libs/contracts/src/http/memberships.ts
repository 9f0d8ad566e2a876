import { z } from 'zod/mini';
import { Id } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { MEMBER_ROLES } from '../common/roles.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** The fields of an organization that non-admins may see without being members. */
export const OrganizationSummary = z.object({ id: Id, name: z.string() });
export type OrganizationSummary = z.infer<typeof OrganizationSummary>;

/** One of the caller's own memberships. */
export const OwnMembership = z.object({
  organization: OrganizationSummary,
  approved: z.boolean(),
  role: z.enum(MEMBER_ROLES),
  /** True if the caller may see billing and the organization is a Stripe customer. */
  hasBilling: z.optional(z.boolean()),
});
export type OwnMembership = z.infer<typeof OwnMembership>;

/** `assign`: true requests to join, false leaves. Idempotent. */
export const SelfAssignment = z.object({ organizationId: Id, assign: z.boolean() });
export type SelfAssignment = z.infer<typeof SelfAssignment>;

export const listOwnMemberships = endpoint({
  method: 'GET',
  path: '/users/organizations',
  audit: READS_SETTINGS,
  summary: "List the caller's memberships",
  response: page(OwnMembership),
});
export const assignSelf = endpoint({
  method: 'PUT',
  path: '/organizations/assign',
  audit: { action: 'membership.assign-self', targets: { organization: 'organizationId' } },
  summary: "Request to join an organization, or leave it; returns the caller's new memberships",
  body: SelfAssignment,
  response: page(OwnMembership),
});
