import { assignSelf, listOwnMemberships } from '@portico/contracts/http/memberships';
import * as orgs from '@portico/contracts/http/orgs';
import * as usage from '@portico/contracts/http/usage';
import { admins, everyone, named, type Row, signedIn } from './row.ts';

/** An unused id. */
const UNKNOWN_ID = 2_147_483_647;

export const ORGS: readonly Row[] = [
  { endpoint: listOwnMemberships, what: "the user's own memberships", answers: signedIn(200) },
  {
    endpoint: orgs.listOrganizations,
    what: 'a search',
    answers: signedIn(200),
    send: () => ({ query: '?search=some' }),
  },
  {
    endpoint: orgs.createOrganization,
    what: 'a new organization',
    answers: signedIn(201),
    send: () => ({ body: named() }),
  },
  {
    endpoint: orgs.getOrganization,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: orgs.getOrganization,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ organization }) => ({ id: await organization() }),
  },
  {
    endpoint: orgs.updateOrganization,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own), body: { city: 'Boston' } }),
  },
  {
    endpoint: orgs.updateOrganization,
    what: 'an organization that the user only views',
    answers: admins(200),
    send: async ({ viewed }, own) => ({ id: await viewed(own), body: { name: 'Renamed' } }),
  },
  {
    endpoint: orgs.updateOrganization,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ organization }) => ({ id: await organization(), body: { city: 'Boston' } }),
  },
  {
    endpoint: orgs.updateOrganization,
    what: "the reference of the user's own organization",
    answers: admins(200),
    send: async ({ organization }, own) => ({ id: await organization(own), body: { referenceId: 'R-1' } }),
  },
  {
    endpoint: orgs.deleteOrganization,
    what: "the user's own organization",
    answers: admins(204),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: assignSelf,
    what: 'joining another organization',
    answers: signedIn(200),
    send: async ({ organization }) => ({ body: { organizationId: await organization(), assign: true } }),
  },
  {
    endpoint: assignSelf,
    what: 'leaving an organization that the user only views',
    answers: signedIn(200),
    send: async ({ viewed }, own) => ({ body: { organizationId: await viewed(own), assign: false } }),
  },
  {
    endpoint: assignSelf,
    what: 'leaving an organization whose last manager is the user',
    answers: { ...signedIn(409), admin: 200, super_admin: 200 },
    send: async ({ organization }, own) => ({ body: { organizationId: await organization(own), assign: false } }),
  },
  { endpoint: orgs.listJoinRequests, what: 'requests to join', answers: signedIn(200) },
  {
    endpoint: orgs.assignUsers,
    what: "users of the user's own organization",
    answers: admins(200),
    send: async ({ organization }, own) => ({ body: { organizationId: await organization(own), users: [] } }),
  },
  {
    endpoint: orgs.updateEntitlement,
    what: 'an unknown entitlement',
    answers: admins(404),
    send: () => ({ id: UNKNOWN_ID, body: { allowedCount: 5 } }),
  },
  { endpoint: orgs.generateVouchers, what: 'a new link', answers: admins(200) },
  {
    endpoint: orgs.downloadVouchers,
    what: 'a request with the link',
    answers: everyone(200),
    send: async ({ link }) => ({ query: await link(orgs.generateVouchers.path) }),
  },
  { endpoint: orgs.downloadVouchers, what: 'a request without the link', answers: everyone(403) },
  { endpoint: usage.listMeters, what: 'all meters', answers: admins(200) },
  {
    endpoint: usage.putMeter,
    what: 'an unknown entitlement',
    answers: admins(404),
    send: () => ({ id: 'none', body: { where: '', measure: 'events' } }),
  },
  {
    endpoint: usage.previewMeter,
    what: 'a meter of events',
    answers: admins(200),
    send: () => ({ body: { where: 'status:SUCCESS', measure: 'events' } }),
  },
  {
    endpoint: usage.listUsage,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own) }),
  },
  {
    endpoint: usage.listUsage,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ organization }) => ({ id: await organization() }),
  },
  { endpoint: usage.getUsage, what: 'an unknown period', answers: signedIn(404), send: () => ({ id: UNKNOWN_ID }) },
  {
    endpoint: usage.adjustUsage,
    what: 'an unknown period',
    answers: admins(404),
    send: () => ({ id: UNKNOWN_ID, body: { amount: '-2', reason: 'A retried import.' } }),
  },
];
