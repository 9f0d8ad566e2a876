import * as members from '@portico/contracts/http/members';
import * as access from '@portico/contracts/http/view-access';
import { admins, everyone, type Row, signedIn } from './row.ts';

/** Rows for members. In paths with two ids, both ids are equal: the user with the organization's id is not a member. */
export const MEMBERS: readonly Row[] = [
  {
    endpoint: members.listMembers,
    what: "those of one's own organization, which one manages",
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: members.listMembers,
    what: "another's",
    answers: admins(200, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: members.changeMember,
    what: "a person who is not a member of one's own organization",
    answers: signedIn(404),
    send: async ({ organization }, own) => ({ id: await organization(own), body: { role: 'operator' } }),
  },
  {
    endpoint: members.changeMember,
    what: "another's",
    answers: signedIn(404),
    send: async ({ foreign }) => ({ id: await foreign(), body: { role: 'operator' } }),
  },
  {
    endpoint: members.removeMember,
    what: 'a member of an organization that one manages',
    answers: signedIn(204),
    send: async ({ withMember }, own) => ({ id: await withMember(own) }),
  },
  {
    endpoint: members.removeMember,
    what: 'oneself from an organization that one only views',
    answers: admins(204),
    send: async ({ viewed }, own) => ({ id: [await viewed(own), own.id || 1] }),
  },
  {
    endpoint: members.removeMember,
    what: "another's",
    answers: signedIn(404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.getViewAccess,
    what: "one's own organization, which one manages",
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: access.getViewAccess,
    what: "another's",
    answers: admins(200, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.allowViewAccess,
    what: "one's own organization; administrators are no managers of it",
    answers: { ...everyone(200), anonymous: 401, admin: 403, super_admin: 403 },
    send: async ({ organization }, own) => ({ id: await organization(own), body: { hours: 8 } }),
  },
  {
    endpoint: access.allowViewAccess,
    what: "another's",
    answers: admins(403, 404),
    send: async ({ foreign }) => ({ id: await foreign(), body: { hours: 1 } }),
  },
  {
    endpoint: access.endViewAccess,
    what: "one's own organization",
    answers: signedIn(204),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: access.endViewAccess,
    what: "another's",
    answers: admins(204, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: access.startView,
    what: 'an organization whose managers do not allow it',
    answers: signedIn(403),
    send: async ({ organization }) => ({ body: { organizationId: await organization(), reason: 'A ticket' } }),
  },
];
