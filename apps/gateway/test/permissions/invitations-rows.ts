import { randomUUID } from 'node:crypto';
import * as invitations from '@portico/contracts/http/invitations';
import { admins, type Row, signedIn } from './row.ts';

const address = (): object => ({ email: `${randomUUID()}@example.test` });
/** A token in a valid format that belongs to no link. */
const TOKEN = { token: 'A'.repeat(43) };

export const INVITATIONS: readonly Row[] = [
  {
    endpoint: invitations.listInvitations,
    what: 'an organization that the user manages',
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: invitations.listInvitations,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ foreign }) => ({ id: await foreign() }),
  },
  {
    endpoint: invitations.createInvitation,
    what: 'an organization that the user manages',
    answers: signedIn(201),
    send: async ({ organization }, own) => ({ id: await organization(own), body: address() }),
  },
  {
    endpoint: invitations.createInvitation,
    what: 'another organization',
    answers: admins(201, 404),
    send: async ({ foreign }) => ({ id: await foreign(), body: address() }),
  },
  {
    endpoint: invitations.resendInvitation,
    what: "another organization's invitation",
    answers: admins(200, 404),
    send: async ({ invitation }) => ({ id: await invitation() }),
  },
  {
    endpoint: invitations.revokeInvitation,
    what: "another organization's invitation",
    answers: admins(204, 404),
    send: async ({ invitation }) => ({ id: await invitation() }),
  },
  { endpoint: invitations.listOwnInvitations, what: "invitations to the user's own address", answers: signedIn(200) },
  {
    endpoint: invitations.readInvitation,
    what: 'an unknown link',
    answers: signedIn(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: invitations.acceptInvitation,
    what: 'an unknown link',
    answers: signedIn(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: invitations.acceptOwnInvitation,
    what: "an invitation to another person's address",
    answers: signedIn(404),
    send: async ({ invitation }) => ({ id: await invitation() }),
  },
];
