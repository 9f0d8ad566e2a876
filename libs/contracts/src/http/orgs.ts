import { z } from 'zod/mini';
import { Address, AddressFields } from '../common/address.ts';
import { Email, emptyAsNull, text } from '../common/fields.ts';
import { FilePass, GeneratedFile } from '../common/files.ts';
import { Count, Id, IdParams } from '../common/ids.ts';
import { MailedName } from '../common/mailed-name.ts';
import { ListQuery, page, Paging } from '../common/page.ts';
import { MEMBER_ROLES, USERTYPES } from '../common/roles.ts';
import { PlaceZone } from '../common/zone.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { OrganizationSummary } from './memberships.ts';

/** Minimum days for which an organization's audit log entries are kept. */
export const MIN_AUDIT_DAYS = 90;
/** Maximum days for which an organization's audit log entries are kept. */
export const MAX_AUDIT_DAYS = 2_555;

export const Organization = z.object({
  id: Id,
  name: z.string(),
  billingEmail: z.nullable(z.string()),
  ...Address.shape,
  referenceId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  /** Time zone of the organization's calendar months; null: UTC. */
  timeZone: z.nullable(z.string()),
  /** Days for which the organization's audit log entries are kept; null: 400. */
  auditDays: z.nullable(z.int()),
  createdAt: z.string(),
});
export type Organization = z.infer<typeof Organization>;

/** A row of the administrators' list. `pendingCount`: how many of `memberCount` wait for approval. */
export const ListedOrganization = z.extend(Organization, {
  memberCount: Count,
  pendingCount: Count,
});
export type ListedOrganization = z.infer<typeof ListedOrganization>;

/** A user's assignment to an organization. `user` is null until the user's data has arrived from the identity service. */
export const UserOrganization = z.object({
  userId: Id,
  organizationId: Id,
  approved: z.boolean(),
  role: z.optional(z.enum(MEMBER_ROLES)),
  user: z.nullable(z.object({ id: Id, email: z.string(), name: z.string(), usertype: z.enum(USERTYPES) })),
});
export type UserOrganization = z.infer<typeof UserOrganization>;

/**
 * Users who are assigned to an organization or have requested to join, in order. Non-admins see only themselves. `membersVersion` grows
 * with each change of the list. A client that replaces the list sends the version of the list that it edited, so that it overwrites no
 * concurrent change.
 */
export const AssignedUsers = z.object({
  userOrganizations: z.array(UserOrganization),
  membersVersion: Count,
});
export type AssignedUsers = z.infer<typeof AssignedUsers>;

/** A product that the organization has. `instanceUrl` is null until the instance exists. */
export const OrganizationProduct = z.object({
  id: Id,
  product: z.object({ name: z.string(), type: z.string() }),
  instanceUrl: z.nullable(z.string()),
  active: z.boolean(),
});
export type OrganizationProduct = z.infer<typeof OrganizationProduct>;

/** An organization's limit for one kind of use. `hard`: events beyond the limit are rejected. */
export const OrganizationEntitlement = z.object({
  id: Id,
  entitlement: z.object({ name: z.string(), description: z.nullable(z.string()), lookupKey: z.string() }),
  usedCount: Count,
  allowedCount: Count,
  active: z.boolean(),
  hard: z.boolean(),
});
export type OrganizationEntitlement = z.infer<typeof OrganizationEntitlement>;

export const OrganizationDetail = z.extend(Organization, {
  ...AssignedUsers.shape,
  organizationProducts: z.array(OrganizationProduct),
  organizationEntitlements: z.array(OrganizationEntitlement),
});
export type OrganizationDetail = z.infer<typeof OrganizationDetail>;

export const OrganizationCreate = z.object({
  name: MailedName,
  billingEmail: emptyAsNull(Email),
  ...AddressFields.shape,
  referenceId: text(200),
  /** A change takes effect from the next usage period. */
  timeZone: emptyAsNull(PlaceZone),
  /** Days for which audit log entries are kept; for administrators. A change takes effect with the next day of the log. */
  auditDays: z.nullish(z.int().check(z.minimum(MIN_AUDIT_DAYS), z.maximum(MAX_AUDIT_DAYS))),
});
export type OrganizationCreate = z.infer<typeof OrganizationCreate>;
export const OrganizationUpdate = z.partial(OrganizationCreate);
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>;

/** Maximum users in {@link UsersAssignment}. */
export const MAX_ASSIGNED_USERS = 5_000;

/** The complete list of an organization's users. `version`: the `membersVersion` of the edited list. */
export const UsersAssignment = z.object({
  organizationId: Id,
  users: z.array(z.object({ id: Id, approved: z.boolean() })).check(
    z.maxLength(MAX_ASSIGNED_USERS),
    z.superRefine((users, context) => {
      const seen = new Set<number>();
      for (const [index, { id }] of users.entries()) {
        if (seen.has(id))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: `Users should name user ${id} once` });
        seen.add(id);
      }
    }),
  ),
  version: z.optional(Count),
});
export type UsersAssignment = z.infer<typeof UsersAssignment>;

export const EntitlementUpdate = z.object({ allowedCount: z.int().check(z.minimum(0), z.maximum(1_000_000_000)) });
export type EntitlementUpdate = z.infer<typeof EntitlementUpdate>;

/** A user who waits to join an organization. `user` is null until the user's data has arrived from the identity service. */
export const JoinRequest = z.object({
  organization: OrganizationSummary,
  user: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  requestedAt: z.string(),
});
export type JoinRequest = z.infer<typeof JoinRequest>;

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/organizations',
  audit: READS_SETTINGS,
  summary: 'List organizations by name; callers who are not administrators get only ids and names',
  query: ListQuery,
  response: page(z.union([ListedOrganization, OrganizationSummary])),
});
export const getOrganization = endpoint({
  method: 'GET',
  path: '/organizations/{id}',
  audit: READS_SETTINGS,
  summary: 'Get an organization with its users, products and entitlements',
  params: IdParams,
  response: OrganizationDetail,
});
export const createOrganization = endpoint({
  method: 'POST',
  path: '/organizations',
  audit: { action: 'organization.create' },
  summary: 'Create an organization; a creator who is not an administrator becomes its approved manager',
  body: OrganizationCreate,
  created: true,
  response: Organization,
});
export const updateOrganization = endpoint({
  method: 'PUT',
  path: '/organizations/{id}',
  audit: { action: 'organization.update' },
  summary: 'Change an organization; absent fields stay unchanged; for its managers and administrators',
  params: IdParams,
  body: OrganizationUpdate,
  response: Organization,
});
export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/organizations/{id}',
  audit: { action: 'organization.delete' },
  summary: 'Delete an organization',
  params: IdParams,
  response: z.void(),
});
export const listJoinRequests = endpoint({
  method: 'GET',
  path: '/organizations/requests',
  audit: READS_SETTINGS,
  summary:
    'List open requests to join an organization, oldest first: all for administrators, otherwise those of organizations that the caller manages',
  query: Paging,
  response: page(JoinRequest),
});
export const assignUsers = endpoint({
  method: 'PUT',
  path: '/organizations/assign-many',
  audit: { action: 'organization.assign-users', targets: { organization: 'organizationId' } },
  summary: 'Replace the list of users of an organization; rejected if the list has changed since the sent version',
  body: UsersAssignment,
  response: AssignedUsers,
});
export const updateEntitlement = endpoint({
  method: 'PUT',
  path: '/organization-entitlements/{id}',
  audit: { action: 'entitlement.update' },
  summary: 'Change the limit of an entitlement of an organization, except of voucher entitlements',
  params: IdParams,
  body: EntitlementUpdate,
  response: OrganizationEntitlement,
});
export const generateVouchers = endpoint({
  method: 'GET',
  path: '/admin/generate/voucher',
  audit: { none: 'returns a link; the download is recorded' },
  summary: 'Get a link to a file of all voucher entitlements',
  response: GeneratedFile,
});
export const downloadVouchers = endpoint({
  method: 'GET',
  path: '/files/vouchers',
  audit: { action: 'vouchers.export' },
  summary: 'Download all voucher entitlements as CSV; needs the pass in the link',
  query: FilePass,
  media: 'text/csv',
  response: z.string(),
});
