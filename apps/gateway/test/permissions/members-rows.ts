import * as members from '@portico/contracts/http/members';
import { admins, type Row, signedIn } from './row.ts';

/** The path's two ids are the same here: nobody with the organization's own id is a member of it. */
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
    what: "nobody in one's own organization",
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
];
