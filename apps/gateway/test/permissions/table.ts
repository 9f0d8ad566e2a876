import * as audit from '@portico/contracts/http/audit';
import * as arrivals from '@portico/contracts/http/arrivals';
import { exportEvents } from '@portico/contracts/http/event-export';
import { eventFacets } from '@portico/contracts/http/event-facets';
import * as health from '@portico/contracts/http/event-health';
import { eventMinutes } from '@portico/contracts/http/event-minutes';
import { eventUsage } from '@portico/contracts/http/event-usage';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { getTrace } from '@portico/contracts/http/event-traces';
import * as events from '@portico/contracts/http/events';
import * as integrations from '@portico/contracts/http/integrations';
import { ALERTS } from './alerts-rows.ts';
import { BILLING } from './billing-rows.ts';
import { DEAD_LETTERS } from './dead-letters-rows.ts';
import { DOORS } from './doors-rows.ts';
import { IDENTITY } from './identity-rows.ts';
import { INVITATIONS } from './invitations-rows.ts';
import { MEMBERS } from './members-rows.ts';
import { NOTICES } from './notices-rows.ts';
import { ORGS } from './orgs-rows.ts';
import { admins, named, type Row, signedIn } from './row.ts';
import { PRIVACY } from './privacy-rows.ts';
import { REJECTED } from './rejected-rows.ts';
import { VIEWS } from './views-rows.ts';

const OTHER_ROWS: Row[] = [
  { endpoint: integrations.listIntegrations, what: 'all integrations', answers: admins(200) },
  {
    endpoint: integrations.createIntegration,
    what: 'a new integration',
    answers: admins(201),
    send: () => ({ body: named() }),
  },
  {
    endpoint: integrations.getIntegration,
    what: 'an integration',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration() }),
  },
  {
    endpoint: integrations.updateIntegration,
    what: 'an integration',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration(), body: { active: false } }),
  },
  {
    endpoint: integrations.deleteIntegration,
    what: 'an integration',
    answers: admins(204),
    send: async ({ integration }) => ({ id: await integration() }),
  },
  { endpoint: events.listEvents, what: 'the events', answers: signedIn(200) },
  { endpoint: listEventIntegrations, what: 'the names of integrations', answers: signedIn(200) },
  { endpoint: eventFacets, what: 'the facets', answers: signedIn(200) },
  { endpoint: events.eventHistogram, what: 'a histogram', answers: signedIn(200) },
  {
    endpoint: eventMinutes,
    what: 'events per minute',
    answers: signedIn(200),
    send: () => ({ query: '?arrivedFrom=2026-01-01T00:00:00Z&arrivedTo=2026-01-02T00:00:00Z' }),
  },
  {
    endpoint: eventUsage,
    what: 'usage per organization',
    answers: signedIn(200),
    send: () => ({
      body: { questions: [{ where: '' }], arrivedFrom: '2026-01-01T00:00:00Z', arrivedTo: '2026-01-02T00:00:00Z' },
    }),
  },
  {
    endpoint: health.listIntegrationHealth,
    what: 'the health of integrations',
    answers: admins(200),
    send: () => ({ query: '?ids=1,2' }),
  },
  {
    endpoint: health.getIntegrationOverview,
    what: 'the health of one integration',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration() }),
  },
  {
    endpoint: arrivals.getArrivals,
    what: 'the arrivals of one integration',
    answers: admins(200),
    send: async ({ integration }) => ({ id: await integration(), query: '?organization=1' }),
  },
  { endpoint: arrivals.getEventsLag, what: 'the lag of the events list', answers: admins(200) },
  { endpoint: health.eventTrend, what: 'the counts of a period', answers: signedIn(200) },
  // At this point every user in the table manages an organization.
  { endpoint: audit.listAudit, what: "the user's own entries", answers: signedIn(200) },
  {
    endpoint: audit.listAudit,
    what: 'an organization that the user manages',
    answers: signedIn(200),
    send: async (world, own) => ({ query: `?organization=${await world.managed(own)}` }),
  },
  {
    endpoint: audit.listAudit,
    what: 'another organization, for managers',
    answers: admins(200, 404),
    send: async (world, own) => {
      await world.managed(own);
      return { query: `?organization=${await world.foreign()}` };
    },
  },
  {
    endpoint: audit.exportAudit,
    what: 'an organization that the user manages',
    answers: signedIn(200),
    send: async (world, own) => ({ query: `?organization=${await world.managed(own)}` }),
  },
  {
    endpoint: audit.verifyAudit,
    what: 'a day of an organization that the user manages',
    answers: signedIn(200),
    send: async (world, own) => ({ query: `?day=2026-01-01&organization=${await world.managed(own)}` }),
  },
  {
    endpoint: audit.verifyAudit,
    what: 'a day of the product',
    answers: admins(200),
    send: () => ({ query: '?day=2026-01-01' }),
  },
  { endpoint: exportEvents, what: 'a file', answers: signedIn(200) },
  {
    endpoint: getTrace,
    what: 'a trace without events',
    answers: signedIn(404),
    send: () => ({ id: 'f'.repeat(32) }),
  },
];

/** Permissions of each endpoint. Each row creates its subject for each role, so that responses are independent. */
export const TABLE: readonly Row[] = [
  ...IDENTITY,
  ...ORGS,
  ...MEMBERS,
  ...INVITATIONS,
  ...BILLING,
  ...VIEWS,
  ...DOORS,
  ...PRIVACY,
  ...REJECTED,
  ...ALERTS,
  ...NOTICES,
  ...DEAD_LETTERS,
  ...OTHER_ROWS,
];
