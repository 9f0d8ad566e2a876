import { z } from 'zod/mini';
import { Id, IdParams, IdText, QueryBoolean } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { MEMBER_ROLES } from '../common/roles.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** A member of an organization, or a person who requested to join. */
export const Member = z.object({
  userId: Id,
  /** Null until the user's data has arrived from the identity service. */
  user: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  /** False while the request to join is open. */
  approved: z.boolean(),
  role: z.enum(MEMBER_ROLES),
  /** When the person joined, or requested to join. */
  since: z.string(),
});
export type Member = z.infer<typeof Member>;

export const ListMembersQuery = z.extend(Paging, {
  approved: z.optional(QueryBoolean),
});
export type ListMembersQuery = z.infer<typeof ListMembersQuery>;

/** `approved`: accepts the request to join. `role`: the member's new role. Absent fields stay unchanged. */
export const MemberChange = z.object({
  approved: z.optional(z.literal(true)),
  role: z.optional(z.enum(MEMBER_ROLES)),
});
export type MemberChange = z.infer<typeof MemberChange>;

export const MemberParams = z.extend(IdParams, { userId: IdText });
export type MemberParams = z.infer<typeof MemberParams>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/organizations/{id}/members',
  audit: READS_SETTINGS,
  summary: 'List the members of an organization after the requests to join it; for its managers and administrators',
  params: IdParams,
  query: ListMembersQuery,
  response: page(Member),
});
export const changeMember = endpoint({
  method: 'PUT',
  path: '/organizations/{id}/members/{userId}',
  audit: { action: 'member.change', targets: { organization: 'id', user: 'userId' } },
  summary: 'Approve a request to join, or change the role of a member; an organization needs at least one manager',
  params: MemberParams,
  body: MemberChange,
  response: Member,
});
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/organizations/{id}/members/{userId}',
  audit: { action: 'member.remove', targets: { organization: 'id', user: 'userId' } },
  summary: 'Remove a member, or decline a request to join; an organization needs at least one manager',
  params: MemberParams,
  response: z.void(),
});
