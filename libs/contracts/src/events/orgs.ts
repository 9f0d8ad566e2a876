import { z } from 'zod/mini';
import { MEMBER_ROLES } from '../common/roles.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

/** An organization. */
export const OrganizationState = z.extend(AggregateState, {
  name: z.string(),
  /** Whether all data of the deleted organization was removed. `name` is then the organization's id. */
  erased: z.optional(z.boolean()),
  /** Days for which entries of the organization's audit log are kept; null or absent for the default. */
  auditDays: z.optional(z.nullable(z.int())),
});
export type OrganizationState = z.infer<typeof OrganizationState>;

/** `id` is the id of the membership; a user has at most one membership per organization. */
export const MembershipState = z.extend(AggregateState, {
  userId: z.int().check(z.positive()),
  organizationId: z.int().check(z.positive()),
  approved: z.boolean(),
  /** Missing in older states. */
  role: z._default(z.enum(MEMBER_ROLES), 'viewer'),
  /** Whether the membership began with an accepted invitation. */
  invited: z.optional(z.boolean()),
});
export type MembershipState = z.infer<typeof MembershipState>;

/** The usage period of a meter. */
export const MeteredPeriod = z.object({
  startsAt: z.string(),
  endsAt: z.string(),
  /** The meter's query; empty for all events. */
  where: z.string(),
  /** Whether Portico rejects events beyond the limit. */
  hard: z.boolean(),
});
export type MeteredPeriod = z.infer<typeof MeteredPeriod>;

/** An organization's limit for one kind of use. `lookupKey` is unique in the organization. */
export const EntitlementState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  lookupKey: z.string(),
  name: z.string(),
  /** The use in the latest `period`. */
  usedCount: z.int().check(z.minimum(0)),
  allowedCount: z.int().check(z.minimum(0)),
  active: z.boolean(),
  /** Missing in older states. */
  period: z._default(z.nullable(MeteredPeriod), null),
});
export type EntitlementState = z.infer<typeof EntitlementState>;

export const organizationChanged: StateTopic<OrganizationState> = {
  topic: 'orgs.organization.v1',
  source: '/orgs',
  type: 'orgs.organization.changed',
  data: OrganizationState,
};
export const membershipChanged: StateTopic<MembershipState> = {
  topic: 'orgs.membership.v1',
  source: '/orgs',
  type: 'orgs.membership.changed',
  data: MembershipState,
};
export const entitlementChanged: StateTopic<EntitlementState> = {
  topic: 'orgs.entitlement.v1',
  source: '/orgs',
  type: 'orgs.entitlement.changed',
  data: EntitlementState,
};
