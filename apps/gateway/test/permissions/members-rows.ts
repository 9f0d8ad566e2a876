import * as members from '@portico/contracts/http/members';
import * as access from '@portico/contracts/http/view-access';
import { admins, everyone, type Row, signedIn } from './row.ts';

/** Rows for members. In paths with two ids, both ids are equal: the user with the organization's id is not a member. */
export const MEMBERS: readonly Row[] = [
  {
    endpoint: members.listMembers,
    what: 'an organization that the user manages',
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: members.listMembers,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: members.changeMember,
    what: "a person who is not a member of the user's organization",
    answers: signedIn(404),
    send: async ({ organization }, own) => ({ id: await organization(own), body: { role: 'operator' } }),
  },
  {
    endpoint: members.changeMember,
    what: 'a member of another organization',
    answers: signedIn(404),
    send: async ({ foreign }) => ({ id: await foreign(), body: { role: 'operator' } }),
  },
  {
    endpoint: members.removeMember,
    what: 'a member of an organization that the user manages',
    answers: signedIn(204),
    send: async ({ withMember }, own) => ({ id: await withMember(own) }),
  },
  {
    endpoint: members.removeMember,
    what: 'the user, in an organization that they only view',
    answers: admins(204),
    send: async ({ viewed }, own) => ({ id: [await viewed(own), own.id || 1] }),
  },
  {
    endpoint: members.removeMember,
    what: 'a member of another organization',
    answers: signedIn(404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.getViewAccess,
    what: 'an organization that the user manages',
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: access.getViewAccess,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.allowViewAccess,
    what: "the user's own organization, of which administrators are not managers",
    answers: { ...everyone(200), anonymous: 401, admin: 403, super_admin: 403 },
    send: async ({ organization }, own) => ({ id: await organization(own), body: { hours: 8 } }),
  },
  {
    endpoint: access.allowViewAccess,
    what: 'another organization',
    answers: admins(403, 404),
    send: async ({ foreign }) => ({ id: await foreign(), body: { hours: 1 } }),
  },
  {
    endpoint: access.endViewAccess,
    what: "the user's own organization",
    answers: signedIn(204),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: access.endViewAccess,
    what: 'another organization',
    answers: admins(204, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.startView,
    what: 'an organization whose managers have not allowed it',
    answers: signedIn(403),
    send: async ({ organization }) => ({ body: { organizationId: await organization(), reason: 'A ticket' } }),
  },
];
