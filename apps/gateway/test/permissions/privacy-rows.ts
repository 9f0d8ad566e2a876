import { openEvent } from '@portico/contracts/http/event-openings';
import * as privacy from '@portico/contracts/http/privacy';
import { admins, type Row, signedIn } from './row.ts';

const RULES = { version: 0, rules: [{ hides: '/customer/email', action: 'mask', below: 'manager' }] };
const [OWN, VIEWED, OTHERS] = [
  "the user's own organization",
  'an organization that the user only views',
  'another organization',
];

/**
 * Rows for one endpoint with three organizations: one that the caller created and therefore manages, one that the caller views, and a
 * foreign one.
 */
const ofOrganization = (endpoint: Row['endpoint'], body?: object): Row[] => [
  {
    endpoint,
    what: OWN,
    answers: signedIn(200),
    send: async ({ organization }, own) => ({ id: await organization(own), body }),
  },
  {
    endpoint,
    what: VIEWED,
    answers: admins(200),
    send: async ({ viewed }, own) => ({ id: await viewed(own), body }),
  },
  {
    endpoint,
    what: OTHERS,
    answers: admins(200, 404),
    send: async ({ organization }) => ({ id: await organization(), body }),
  },
];

export const PRIVACY: readonly Row[] = [
  ...ofOrganization(privacy.getPrivacy),
  ...ofOrganization(privacy.putPrivacy, RULES),
  { endpoint: privacy.getProductPrivacy, what: 'the product', answers: admins(200) },
  {
    endpoint: privacy.putProductPrivacy,
    what: 'rules of the product that have changed',
    answers: admins(409),
    send: () => ({ body: { version: 1_000, rules: [] } }),
  },
  {
    endpoint: privacy.tryPrivacy,
    what: 'the product',
    answers: admins(200),
    send: () => ({ body: { organizationId: null, rules: RULES.rules } }),
  },
  {
    endpoint: privacy.tryPrivacy,
    what: OTHERS,
    answers: admins(200, 404),
    send: async ({ organization }) => ({ body: { organizationId: await organization(), rules: RULES.rules } }),
  },
  {
    endpoint: openEvent,
    what: 'an unknown event',
    answers: signedIn(404),
    send: () => ({ query: '?source_id=1&id=none&timestamp=2026-01-01T00:00:00Z' }),
  },
  {
    endpoint: privacy.revealEvent,
    what: 'an unknown event',
    answers: signedIn(404),
    send: () => ({ body: { source_id: 1, id: 'none', timestamp: '2026-01-01T00:00:00Z', reason: 'Ticket 12' } }),
  },
];
