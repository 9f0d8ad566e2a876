import * as events from '@portico/contracts/http/events';
import * as refused from '@portico/contracts/http/refused-events';
import * as rejected from '@portico/contracts/http/rejected-events';
import * as integrations from '@portico/contracts/http/integrations';
import { BILLING } from './billing-rows.ts';
import { IDENTITY } from './identity-rows.ts';
import { ORGS } from './orgs-rows.ts';
import { admins, named, type Row, signedIn } from './row.ts';
import { VIEWS } from './views-rows.ts';

const OTHERS: Row[] = [
  { endpoint: integrations.listIntegrations, what: 'integrations', answers: admins(200) },
  {
    endpoint: integrations.createIntegration,
    what: 'a new one',
    answers: admins(201),
    send: () => ({ body: named() }),
  },
  {
    endpoint: integrations.getIntegration,
    what: 'one',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration() }),
  },
  {
    endpoint: integrations.updateIntegration,
    what: 'one',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration(), body: { active: false } }),
  },
  {
    endpoint: integrations.deleteIntegration,
    what: 'one',
    answers: admins(204),
    send: async ({ integration }) => ({ id: await integration() }),
  },
  { endpoint: events.listEvents, what: 'events', answers: signedIn(200) },
  { endpoint: events.listEventIntegrations, what: 'names of integrations', answers: signedIn(200) },
  { endpoint: events.eventFacets, what: 'facets', answers: signedIn(200) },
  { endpoint: events.eventHistogram, what: 'a histogram', answers: signedIn(200) },
  { endpoint: events.exportEvents, what: 'a file', answers: signedIn(200) },
  {
    endpoint: events.getTrace,
    what: 'a trace without events',
    answers: signedIn(404),
    send: () => ({ id: 'f'.repeat(32) }),
  },
  { endpoint: rejected.listRejectedEvents, what: 'rejected events', answers: admins(200) },
  { endpoint: rejected.summarizeRejectedEvents, what: 'their counts', answers: admins(200) },
  {
    endpoint: rejected.getRejectedEvent,
    what: 'one that is not there',
    answers: admins(404),
    send: () => ({ id: '0-0-0' }),
  },
  {
    endpoint: rejected.republishEvent,
    what: 'one that is not there',
    answers: admins(404),
    send: () => ({ id: '0-0-0', body: { value: '{}' } }),
  },
  { endpoint: refused.listRefusedEvents, what: 'rejected events, by their earlier path', answers: admins(200) },
  { endpoint: refused.summarizeRefusedEvents, what: 'their counts, by their earlier path', answers: admins(200) },
  {
    endpoint: refused.getRefusedEvent,
    what: 'one that is not there, by its earlier path',
    answers: admins(404),
    send: () => ({ id: '0-0-0' }),
  },
  {
    endpoint: refused.republishRefusedEvent,
    what: 'one that is not there, by its earlier path',
    answers: admins(404),
    send: () => ({ id: '0-0-0', body: { value: '{}' } }),
  },
  { endpoint: rejected.validateEvent, what: 'any event', answers: signedIn(200), send: () => ({ body: {} }) },
];

/** Who may do what. Each row creates its subject for each role, so no answer depends on another. */
export const TABLE: readonly Row[] = [...IDENTITY, ...ORGS, ...BILLING, ...VIEWS, ...OTHERS];
