import { userChanged, type UserState } from '@portico/contracts/events/identity';
import {
  membershipChanged,
  type MembershipState,
  organizationChanged,
  type OrganizationState,
} from '@portico/contracts/events/orgs';
import { type Copied, copyOf, type StateCopy } from './copy.ts';

export const copyOfOrganizations = (apply?: Copied<OrganizationState>['apply']): StateCopy<OrganizationState> =>
  copyOf(organizationChanged, {
    table: 'organizations',
    columns: { name: ({ name }) => name, deleted_at: ({ deletedAt }) => deletedAt },
    ...(apply && { apply }),
  });

export const copyOfUsers = (
  apply: NonNullable<Copied<UserState>['apply']>,
  columns: Copied<UserState>['columns'] = {},
): StateCopy<UserState> =>
  copyOf(userChanged, {
    table: 'users',
    columns: {
      name: ({ name }) => name,
      email: ({ email }) => email,
      usertype: ({ usertype }) => usertype,
      deleted_at: ({ deletedAt }) => deletedAt,
      ...columns,
    },
    apply,
  });

export const copyOfMemberships = (apply?: Copied<MembershipState>['apply']): StateCopy<MembershipState> =>
  copyOf(membershipChanged, {
    table: 'memberships',
    columns: {
      user_id: ({ userId }) => userId,
      organization_id: ({ organizationId }) => organizationId,
      approved: ({ approved }) => approved,
      role: ({ role }) => role,
      deleted_at: ({ deletedAt }) => deletedAt,
    },
    ...(apply && { apply }),
  });

/** Copies memberships, without side effects on other tables. */
export const membershipsCopy = copyOfMemberships();
