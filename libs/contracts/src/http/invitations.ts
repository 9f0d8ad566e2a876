import { z } from 'zod/mini';
import { Email, linkToken } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { MEMBER_ROLES } from '../common/roles.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { OrganizationSummary, OwnMembership } from './memberships.ts';

/**
 * Maximum invitations per hour: `organization`: to one organization; `inviter`: by one person; `address`: to one address; `host`: to
 * addresses of one mail host, by people whose own address is at another host.
 */
export const INVITATION_DAYS = 7;
/** Maximum invitations per hour: for one organization, by one person, to one address, and to one mail host by people of other hosts. */
export const INVITATIONS_PER_HOUR = { organization: 50, inviter: 50, address: 5, host: 100 } as const;
/**
 * Maximum invitations per day for an organization that has bought nothing and that no administrator has confirmed. The same limit applies
 * to a person across all such organizations.
 */
export const UNCONFIRMED_INVITATIONS_PER_DAY = 5;

export const INVITATION_STATES = ['open', 'accepted', 'revoked', 'expired'] as const;
/** States of an invitation's mail. `off`: this deployment sends no mail; `refused`: the mail server rejected the address. */
export const MAIL_STATES = ['waiting', 'sent', 'refused', 'off'] as const;

/** An invitation as the organization's managers see it. `link` is null after the link has expired. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  state: z.enum(INVITATION_STATES),
  mail: z.enum(MAIL_STATES),
  link: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationCreate = z.object({ email: Email, role: z._default(z.enum(MEMBER_ROLES), 'viewer') });
export type InvitationCreate = z.infer<typeof InvitationCreate>;

/** The token in the link of an invitation: base64url of 256 bits. */
export const InvitationToken = linkToken(200);
export type InvitationToken = z.infer<typeof InvitationToken>;

/** An invitation as the holder of the link sees it. `email` is shortened unless it is the caller's e-mail. */
export const InvitationOffer = z.object({
  id: Id,
  organization: OrganizationSummary,
  role: z.enum(MEMBER_ROLES),
  state: z.enum(INVITATION_STATES),
  email: z.string(),
  isForCaller: z.boolean(),
  expiresAt: z.string(),
});
export type InvitationOffer = z.infer<typeof InvitationOffer>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/organizations/{id}/invitations',
  audit: READS_SETTINGS,
  summary: 'List the last hundred invitations of an organization, newest first; for its managers',
  params: IdParams,
  response: page(Invitation),
});
export const createInvitation = endpoint({
  method: 'POST',
  path: '/organizations/{id}/invitations',
  audit: { action: 'invitation.create', targets: { organization: 'id' } },
  summary: 'Invite an e-mail address to an organization; for its managers',
  params: IdParams,
  body: InvitationCreate,
  created: true,
  response: Invitation,
});
export const resendInvitation = endpoint({
  method: 'PUT',
  path: '/invitations/{id}/resend',
  audit: { action: 'invitation.resend' },
  summary: 'Send an open or expired invitation again with a new link; the earlier link no longer works',
  params: IdParams,
  response: Invitation,
});
export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/invitations/{id}',
  audit: { action: 'invitation.revoke' },
  summary: 'Revoke an invitation; its link no longer works',
  params: IdParams,
  response: z.void(),
});
export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/users/invitations',
  audit: READS_SETTINGS,
  summary: "List open invitations to the caller's e-mail address",
  response: page(InvitationOffer),
});
export const readInvitation = endpoint({
  method: 'PUT',
  path: '/invitations/offer',
  audit: READS_SETTINGS,
  summary: 'Get the invitation of a link',
  body: InvitationToken,
  response: InvitationOffer,
});
export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/invitations/accept',
  audit: { action: 'invitation.accept' },
  summary: 'Accept an invitation by its link, which works once; the caller becomes an approved member',
  body: InvitationToken,
  response: OwnMembership,
});
export const acceptOwnInvitation = endpoint({
  method: 'PUT',
  path: '/invitations/{id}/accept',
  audit: { action: 'invitation.accept' },
  summary: "Accept an invitation to the caller's e-mail address",
  params: IdParams,
  response: OwnMembership,
});
