import {
  membershipChanged,
  type MembershipState,
  organizationChanged,
  type OrganizationState,
} from '@portico/contracts/events/orgs';
import { type Copied, copyOf, type StateCopy } from './copy.ts';

/** Copies organizations into a service's table `organizations`. */
export const copyOfOrganizations = (apply?: Copied<OrganizationState>['apply']): StateCopy<OrganizationState> =>
  copyOf(organizationChanged, {
    table: 'organizations',
    key: 'id',
    identify: ({ id }) => String(id),
    columns: { name: ({ name }) => name, deleted_at: ({ deletedAt }) => deletedAt },
    ...(apply && { apply }),
  });

/** Copies memberships into a service's table `memberships`. */
export const copyOfMemberships = (apply?: Copied<MembershipState>['apply']): StateCopy<MembershipState> =>
  copyOf(membershipChanged, {
    table: 'memberships',
    key: 'id',
    identify: ({ id }) => String(id),
    columns: {
      user_id: ({ userId }) => userId,
      organization_id: ({ organizationId }) => organizationId,
      approved: ({ approved }) => approved,
      role: ({ role }) => role,
      deleted_at: ({ deletedAt }) => deletedAt,
    },
    ...(apply && { apply }),
  });

/** A copy of memberships without side effects. */
export const membershipsCopy = copyOfMemberships();
