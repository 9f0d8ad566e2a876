import { hidesFrom, type PrivacyRule, type ViewerRole } from '@portico/contracts/privacy/rules';
import { integrationEvent } from '@portico/testkit/integration-event';

export const USERS = { viewer: 70_201, operator: 70_202, manager: 70_203, publisher: 70_204 };
export type Actor = keyof typeof USERS | 'admin';
export const ACTORS: readonly Actor[] = ['viewer', 'operator', 'manager', 'publisher', 'admin'];
/** The role of an actor. A publisher who is not a member counts as a viewer. */
const roleOf = (actor: Actor): ViewerRole => (actor === 'publisher' ? 'viewer' : actor);

/** One secret per privacy rule, with a `where` and `query` that would find the secret. */
export const CANARIES = [
  { secret: 'canary-customer-4711', where: 'details.customer.email:canary-customer-4711' },
  { secret: 'canary-iban-4712', where: 'details.items.iban:canary-iban-4712' },
  { secret: '47130471304713', where: 'details.code:>=47130471304713' },
  { secret: 'jane.canary@example.com', where: 'message:"jane.canary@"', query: 'jane.canary@example.com' },
  { secret: '4111 1111 1111 1111', where: 'details.message:"4111 1111"', query: '4111 1111 1111 1111' },
];
export const MESSAGES = CANARIES.flatMap(({ secret, query }) => (query ? [secret] : []));
export const RULES: readonly PrivacyRule[] = [
  { hides: '/customer/email', action: 'mask', below: 'manager' },
  { hides: '/items/*/iban', action: 'remove', below: 'manager' },
  { hides: '/code', action: 'hash', below: 'admin' },
  { hides: 'email', action: 'mask', below: 'operator' },
  { hides: 'card', action: 'remove', below: 'manager' },
];
export const secretsFor = (actor: Actor): string[] =>
  CANARIES.flatMap(({ secret }, at) => (RULES[at] && hidesFrom(RULES[at], roleOf(actor)) ? [] : [secret]));
export const foundIn = (text: string): string[] =>
  CANARIES.flatMap(({ secret }) => (text.includes(secret) ? [secret] : []));

export const missing = (what: string): never => {
  throw new Error(`${what} is missing`);
};

const TRACE = 'c'.repeat(32);
const DETAILS = {
  message: 'Paid jane.canary@example.com by 4111 1111 1111 1111',
  customer: { email: 'canary-customer-4711', name: 'Jane' },
  items: [{ iban: 'canary-iban-4712', amount: 1 }],
  code: 47130471304713,
};
export const secretEvent = (changes: object = {}) =>
  integrationEvent({ trace_id: TRACE, details: DETAILS, ...changes });

/** URLs of every endpoint that returns events; null for an endpoint that is tested separately, or returns only numbers. */
export const DOORS: Readonly<Record<string, string | null>> = {
  'GET /events': '/events',
  'GET /events/export': '/events/export?format=csv',
  'GET /events/traces/{trace_id}': `/events/traces/${TRACE}`,
  'GET /events/openings': null,
  'GET /events/facets': '/events/facets',
  'GET /events/histogram': '/events/histogram',
  'GET /events/minutes': null,
  'GET /events/integrations': '/events/integrations',
  'GET /events/test': '/events/test',
  'GET /events/rejected': '/events/rejected',
  'GET /events/rejected/causes': '/events/rejected/causes',
  'GET /events/rejected/summary': '/events/rejected/summary',
  'GET /events/rejected/uncorrected': '/events/rejected/uncorrected',
  'GET /events/trend': '/events/trend?period=24h',
  'GET /events/redrives': '/events/redrives',
  'GET /events/redrives/{id}': null,
  'GET /events/redrives/{id}/report': null,
  'GET /events/rejected/{id}': null,
  'GET /events/lag': '/events/lag',
  'GET /events/integrations/health': '/events/integrations/health?ids=1',
  'GET /events/integrations/{id}/health': '/events/integrations/1/health',
  'GET /events/integrations/{id}/conformance': '/events/integrations/1/conformance?period=24h',
  'GET /events/integrations/{id}/arrivals': '/events/integrations/1/arrivals?organization=1',
};
