import { randomUUID } from 'node:crypto';
import * as emailChanges from '@portico/contracts/http/email-changes';
import * as identity from '@portico/contracts/http/identity';
import { exportUser } from '@portico/contracts/http/user-export';
import * as sessions from '@portico/contracts/http/sessions';
import { admins, everyone, person, type Row, signedIn, superAdmin } from './row.ts';

const address = (): object => ({ email: `${randomUUID()}@example.test` });
/** A token in a valid format that belongs to no link. */
const TOKEN = { token: 'A'.repeat(43) };

export const IDENTITY: readonly Row[] = [
  { endpoint: identity.getConfig, what: 'the settings', answers: everyone(200) },
  {
    endpoint: identity.exchangeToken,
    what: "a provider's token",
    answers: everyone(200),
    send: async ({ providerToken }) => ({ body: await providerToken() }),
  },
  {
    endpoint: identity.checkBot,
    what: 'a bot check',
    answers: everyone(200),
    send: ({ botToken }) => ({ body: { token: botToken() } }),
  },
  {
    endpoint: identity.signUp,
    what: 'a lead with a proof',
    answers: everyone(201),
    send: async ({ proof }) => ({ body: person('lead'), headers: await proof() }),
  },
  {
    endpoint: identity.signUp,
    what: 'a vendor with a proof',
    answers: everyone(201),
    send: async ({ proof, vendor }) => ({ body: { ...person('vendor'), ...vendor }, headers: await proof() }),
  },
  {
    endpoint: identity.signUp,
    what: 'a lead without a proof',
    answers: { ...everyone(403), admin: 201, super_admin: 201 },
    send: () => ({ body: person('lead') }),
  },
  {
    endpoint: identity.createUser,
    what: 'a client',
    answers: admins(201),
    send: async ({ proof }) => ({ body: person('client'), headers: await proof() }),
  },
  { endpoint: identity.createUser, what: 'an admin', answers: admins(201), send: () => ({ body: person('admin') }) },
  {
    endpoint: identity.createUser,
    what: 'a super admin',
    answers: superAdmin(201, 403),
    send: () => ({ body: person('super_admin') }),
  },
  { endpoint: identity.getCurrentUser, what: 'oneself', answers: signedIn(200) },
  { endpoint: identity.listUsers, what: 'users', answers: admins(200) },
  { endpoint: identity.getUser, what: 'oneself', answers: signedIn(200), send: (_, { id }) => ({ id: id || 1 }) },
  {
    endpoint: identity.getUser,
    what: 'another',
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: identity.getUser,
    what: 'a super admin',
    answers: superAdmin(200),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: identity.updateUser,
    what: "one's own name",
    answers: signedIn(200),
    send: (_, { id }) => ({ id: id || 1, body: { name: 'Me Myself' } }),
  },
  {
    endpoint: identity.updateUser,
    what: "one's own type",
    answers: signedIn(403),
    send: async ({ usertypeOf }, { id }) => ({
      id: id || 1,
      body: { usertype: (await usertypeOf(id)) === 'VENDOR' ? 'LEAD' : 'VENDOR' },
    }),
  },
  {
    endpoint: identity.updateUser,
    what: "another's type",
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT'), body: { usertype: 'ADMIN' } }),
  },
  {
    endpoint: identity.updateUser,
    what: 'another to super admin',
    answers: superAdmin(200, 403),
    send: async ({ user }) => ({ id: await user('CLIENT'), body: { usertype: 'SUPER_ADMIN' } }),
  },
  {
    endpoint: identity.updateUser,
    what: 'a super admin',
    answers: superAdmin(200),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN'), body: { name: 'Another' } }),
  },
  {
    endpoint: identity.updateUser,
    what: "one's own e-mail, which is pending then",
    answers: signedIn(200),
    send: (_, { id }) => ({ id: id || 1, body: address() }),
  },
  {
    endpoint: identity.updateUser,
    what: "another's e-mail, which is pending then",
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT'), body: address() }),
  },
  {
    endpoint: identity.updateUser,
    what: "an admin's e-mail",
    answers: superAdmin(200, 403),
    send: async ({ user }) => ({ id: await user('ADMIN'), body: address() }),
  },
  {
    endpoint: identity.updateUser,
    what: 'the e-mail of a person who was an admin a moment ago',
    answers: superAdmin(200, 403),
    send: async ({ formerAdmin }) => ({ id: await formerAdmin(), body: address() }),
  },
  {
    endpoint: emailChanges.confirmEmailChange,
    what: 'by no link',
    answers: everyone(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: emailChanges.cancelEmailChange,
    what: 'by no link',
    answers: everyone(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: identity.deleteUser,
    what: 'another',
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: identity.deleteUser,
    what: 'a super admin',
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  { endpoint: identity.deleteUser, what: 'oneself', answers: signedIn(403), send: (_, { id }) => ({ id: id || 1 }) },
  { endpoint: exportUser, what: 'oneself', answers: signedIn(200), send: (_, { id }) => ({ id: id || 1 }) },
  {
    endpoint: exportUser,
    what: 'another',
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: exportUser,
    what: 'a super admin',
    answers: superAdmin(200),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: "another's",
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: "an admin's",
    answers: superAdmin(204, 403),
    send: async ({ user }) => ({ id: await user('ADMIN') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: "a super admin's",
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: 'that of a person who was an admin a moment ago',
    answers: superAdmin(204, 403),
    send: async ({ formerAdmin }) => ({ id: await formerAdmin() }),
  },
  { endpoint: identity.resetSignOn, what: "one's own", answers: signedIn(403), send: (_, { id }) => ({ id: id || 1 }) },
  { endpoint: sessions.renewSession, what: 'without a cookie', answers: everyone(401) },
  {
    endpoint: sessions.signOut,
    what: 'without a session',
    answers: everyone(204),
    send: () => ({ headers: { authorization: '' } }),
  },
  { endpoint: sessions.endByProvider, what: 'without a logout token', answers: everyone(400) },
  { endpoint: sessions.listSessions, what: "one's own", answers: signedIn(200) },
  { endpoint: sessions.endOtherSessions, what: "one's own", answers: signedIn(204) },
  {
    endpoint: sessions.endSession,
    what: "the lead's",
    answers: { ...signedIn(404), lead: 204, admin: 204, super_admin: 204 },
    send: async ({ leadsSession }) => ({ id: await leadsSession() }),
  },
  {
    endpoint: sessions.listUserSessions,
    what: "another's",
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: sessions.listUserSessions,
    what: "a super admin's",
    answers: superAdmin(200),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: sessions.endUserSessions,
    what: "another's",
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: sessions.endUserSessions,
    what: "a super admin's",
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  { endpoint: identity.generateVendors, what: 'a link', answers: admins(200) },
  {
    endpoint: identity.downloadVendors,
    what: 'by the link',
    answers: everyone(200),
    send: async ({ link }) => ({ query: await link(identity.generateVendors.path) }),
  },
  { endpoint: identity.downloadVendors, what: 'without the link', answers: everyone(403) },
];
