import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Endpoint, isEndpoint } from './endpoint.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[\w-]+\.ts$/.test(name));
const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, import.meta.url).href)));
const endpoints = modules
  .flatMap((contracts) => Object.entries(contracts))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
const unaudited = endpoints.flatMap(([name, { audit, method }]) =>
  'none' in audit ? [{ name, method, reason: audit.none }] : [],
);
const namesOf = (some: typeof unaudited): string[] =>
  some.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b));

describe('endpoints without an audit entry', () => {
  it('include only the listed non-GET calls, each with a reason', () => {
    const writes = unaudited.filter(({ method }) => method !== 'GET');
    expect(namesOf(writes)).toEqual([
      'checkBot',
      'checkEvents',
      'deliverHook',
      'eventUsage',
      'exchangeKey',
      'ingestEvents',
      'previewMaintenance',
      'previewMeter',
      'previewRedrive',
      'previewRule',
      'readAcknowledge',
      'readInvitation',
      'readNotices',
      'receiveWebhook',
      'renewSession',
      'validateEvent',
    ]);
    for (const { reason } of writes) expect(reason.split(' ').length).toBeGreaterThan(5);
  });

  it('include only the listed GET calls', () => {
    const names = namesOf(unaudited.filter(({ method }) => method === 'GET'));
    expect(names).toMatchInlineSnapshot(`
     [
       "eventFacets",
       "eventHistogram",
       "eventMinutes",
       "eventTrend",
       "generateVendors",
       "generateVouchers",
       "getArrivals",
       "getChannel",
       "getConfig",
       "getConformance",
       "getConnect",
       "getCurrentUser",
       "getEpisode",
       "getEpisodeKinds",
       "getEventsLag",
       "getIntegration",
       "getIntegrationOverview",
       "getKafkaKeys",
       "getMapping",
       "getOrganization",
       "getOrganizationBilling",
       "getPrivacy",
       "getProductPrivacy",
       "getRedrive",
       "getRule",
       "getSilence",
       "getUser",
       "getViewAccess",
       "listAlertResponsibilities",
       "listBillableProducts",
       "listChannels",
       "listConnected",
       "listDeadLetters",
       "listDeliveries",
       "listEpisodes",
       "listEventIntegrations",
       "listEventSchemas",
       "listHooks",
       "listIntegrationHealth",
       "listIntegrations",
       "listInvitations",
       "listJoinRequests",
       "listKeyResponsibilities",
       "listKeys",
       "listMaintenance",
       "listMembers",
       "listMeters",
       "listNotices",
       "listOfOrganization",
       "listOrganizations",
       "listOwnInvitations",
       "listOwnMemberships",
       "listPublishers",
       "listPurchases",
       "listRedrives",
       "listRejectionCauses",
       "listRules",
       "listSessions",
       "listSilence",
       "listTrouble",
       "listUncorrected",
       "listUsage",
       "listUsageFaults",
       "listUsers",
       "listUserSessions",
       "listViewResponsibilities",
       "listViews",
       "summarizeRejectedEvents",
       "verifyAudit",
     ]
    `);
  });
});

describe('audit actions', () => {
  it('consist of a noun and a verb, and have target fields with valid names', () => {
    for (const [name, { audit, path }] of endpoints) {
      if ('none' in audit) continue;
      expect([name, audit.action]).toEqual([name, expect.stringMatching(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/)]);
      for (const field of Object.values(audit.targets ?? {}))
        expect([name, path, field, /^[a-z][A-Za-z_]*$/.test(field)]).toEqual([name, path, field, true]);
    }
  });
});
