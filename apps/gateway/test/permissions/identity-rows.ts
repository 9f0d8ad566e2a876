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
    what: 'a token of the provider',
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
  { endpoint: identity.getCurrentUser, what: 'the user', answers: signedIn(200) },
  { endpoint: identity.listUsers, what: 'all users', answers: admins(200) },
  { endpoint: identity.getUser, what: 'the user', answers: signedIn(200), send: (_, { id }) => ({ id: id || 1 }) },
  {
    endpoint: identity.getUser,
    what: 'another user',
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
    what: "the user's own name",
    answers: signedIn(200),
    send: (_, { id }) => ({ id: id || 1, body: { name: 'Me Myself' } }),
  },
  {
    endpoint: identity.updateUser,
    what: "the user's own type",
    answers: signedIn(403),
    send: async ({ usertypeOf }, { id }) => ({
      id: id || 1,
      body: { usertype: (await usertypeOf(id)) === 'VENDOR' ? 'LEAD' : 'VENDOR' },
    }),
  },
  {
    endpoint: identity.updateUser,
    what: "another user's type",
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT'), body: { usertype: 'ADMIN' } }),
  },
  {
    endpoint: identity.updateUser,
    what: "another user's promotion to super admin",
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
    what: "the user's own e-mail, which is then pending",
    answers: signedIn(200),
    send: (_, { id }) => ({ id: id || 1, body: address() }),
  },
  {
    endpoint: identity.updateUser,
    what: "another user's e-mail, which is then pending",
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
    what: 'the e-mail of a former admin',
    answers: superAdmin(200, 403),
    send: async ({ formerAdmin }) => ({ id: await formerAdmin(), body: address() }),
  },
  {
    endpoint: emailChanges.confirmEmailChange,
    what: 'an unknown link',
    answers: everyone(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: emailChanges.cancelEmailChange,
    what: 'an unknown link',
    answers: everyone(404),
    send: () => ({ body: TOKEN }),
  },
  {
    endpoint: identity.deleteUser,
    what: 'another user',
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: identity.deleteUser,
    what: 'a super admin',
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  { endpoint: identity.deleteUser, what: 'the user', answers: signedIn(403), send: (_, { id }) => ({ id: id || 1 }) },
  { endpoint: exportUser, what: 'the user', answers: signedIn(200), send: (_, { id }) => ({ id: id || 1 }) },
  {
    endpoint: exportUser,
    what: 'another user',
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
    what: 'another user',
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: 'an admin',
    answers: superAdmin(204, 403),
    send: async ({ user }) => ({ id: await user('ADMIN') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: 'a super admin',
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: identity.resetSignOn,
    what: 'a former admin',
    answers: superAdmin(204, 403),
    send: async ({ formerAdmin }) => ({ id: await formerAdmin() }),
  },
  { endpoint: identity.resetSignOn, what: 'the user', answers: signedIn(403), send: (_, { id }) => ({ id: id || 1 }) },
  { endpoint: sessions.renewSession, what: 'a request without a cookie', answers: everyone(401) },
  {
    endpoint: sessions.signOut,
    what: 'a request without a session',
    answers: everyone(204),
    send: () => ({ headers: { authorization: '' } }),
  },
  { endpoint: sessions.endByProvider, what: 'a request without a logout token', answers: everyone(400) },
  { endpoint: sessions.listSessions, what: "the user's own sessions", answers: signedIn(200) },
  { endpoint: sessions.endOtherSessions, what: "the user's own sessions", answers: signedIn(204) },
  {
    endpoint: sessions.endSession,
    what: "a lead's session",
    answers: { ...signedIn(404), lead: 204, admin: 204, super_admin: 204 },
    send: async ({ leadsSession }) => ({ id: await leadsSession() }),
  },
  {
    endpoint: sessions.listUserSessions,
    what: "another user's sessions",
    answers: admins(200),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: sessions.listUserSessions,
    what: "a super admin's sessions",
    answers: superAdmin(200),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  {
    endpoint: sessions.endUserSessions,
    what: "another user's sessions",
    answers: admins(204),
    send: async ({ user }) => ({ id: await user('CLIENT') }),
  },
  {
    endpoint: sessions.endUserSessions,
    what: "a super admin's sessions",
    answers: superAdmin(204),
    send: async ({ user }) => ({ id: await user('SUPER_ADMIN') }),
  },
  { endpoint: identity.generateVendors, what: 'a new link', answers: admins(200) },
  {
    endpoint: identity.downloadVendors,
    what: 'a request with the link',
    answers: everyone(200),
    send: async ({ link }) => ({ query: await link(identity.generateVendors.path) }),
  },
  { endpoint: identity.downloadVendors, what: 'a request without the link', answers: everyone(403) },
];
