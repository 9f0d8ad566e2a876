import { getConformance } from '@portico/contracts/http/conformance';
import * as connect from '@portico/contracts/http/connect';
import { checkEvents, ingestEvents } from '@portico/contracts/http/ingest';
import * as schemas from '@portico/contracts/http/event-schemas';
import * as hooks from '@portico/contracts/http/integration-hooks';
import * as keys from '@portico/contracts/http/integration-keys';
import * as responsibilities from '@portico/contracts/http/responsibilities';
import * as publishers from '@portico/contracts/http/integration-publishers';
import * as oauth from '@portico/contracts/http/oauth';
import { listTestEvents } from '@portico/contracts/http/test-events';
import { admins, everyone, type Row, signedIn } from './row.ts';

/** Sends the id of an integration without an organization. No user manages such an integration. */
const one: Row['send'] = async ({ integration }) => ({ id: await integration() });
const HOOK = 'a'.repeat(26);
const sending =
  (body: object): Row['send'] =>
  async ({ integration }) => ({ id: await integration(), body });

export const DOORS: readonly Row[] = [
  { endpoint: checkEvents, what: 'a request without a key', answers: everyone(401), send: () => ({ body: {} }) },
  { endpoint: ingestEvents, what: 'a request without a key', answers: everyone(401), send: () => ({ body: {} }) },
  { endpoint: oauth.exchangeKey, what: 'a request without a key', answers: everyone(400), send: () => ({ body: {} }) },
  { endpoint: oauth.getKafkaKeys, what: 'the public keys', answers: everyone(200) },
  { endpoint: connect.listConnected, what: "the user's own integrations", answers: signedIn(200) },
  {
    endpoint: connect.listOfOrganization,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ connected }) => ({ id: await connected() }),
  },
  { endpoint: connect.getConnect, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: connect.changeTrust,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: sending({ trust: 'enforce' }),
  },
  {
    endpoint: connect.changeEpisodes,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: sending({ bySubject: true }),
  },
  { endpoint: connect.openDoor, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.deliverHook,
    what: 'an unknown webhook address',
    answers: everyone(404),
    send: () => ({ id: HOOK, body: {} }),
  },
  { endpoint: hooks.listHooks, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.createHook,
    what: "another organization's integration",
    answers: admins(201, 404),
    send: sending({ label: 'CI', preset: 'github' }),
  },
  {
    endpoint: hooks.rotateHook,
    what: 'an unknown webhook',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), HOOK], body: {} }),
  },
  {
    endpoint: hooks.revokeHook,
    what: 'an unknown webhook',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), HOOK] }),
  },
  { endpoint: hooks.getMapping, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.saveMapping,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: sending({ name: '/type' }),
  },
  { endpoint: keys.listKeys, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: keys.createKey,
    what: "another organization's integration",
    answers: admins(201, 404),
    send: sending({ label: 'mine' }),
  },
  {
    endpoint: keys.rotateKey,
    what: 'an unknown key',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'], body: {} }),
  },
  {
    endpoint: responsibilities.listKeyResponsibilities,
    what: 'the keys of a person that the user may take over',
    answers: signedIn(200),
    send: () => ({ id: 2_000_000_000 }),
  },
  {
    endpoint: keys.takeOverKey,
    what: 'an unknown key',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'] }),
  },
  {
    endpoint: keys.revokeKey,
    what: 'an unknown key',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'] }),
  },
  {
    endpoint: publishers.listPublishers,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: one,
  },
  {
    endpoint: publishers.namePublisher,
    what: "another organization's integration",
    answers: admins(201, 404),
    send: sending({ email: 'somebody@example.test' }),
  },
  {
    endpoint: publishers.removePublisher,
    what: 'an unknown publisher',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 1] }),
  },
  { endpoint: getConformance, what: "another organization's integration", answers: admins(200, 404), send: one },
  {
    endpoint: schemas.listEventSchemas,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: one,
  },
  {
    endpoint: schemas.saveEventSchema,
    what: "another organization's integration",
    answers: admins(200, 404),
    send: async ({ integration }) => ({ id: [await integration(), 'payrun.completed'], body: { type: 'object' } }),
  },
  {
    endpoint: schemas.removeEventSchema,
    what: 'an unknown schema',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: await integration(), query: '?event=payrun.completed' }),
  },
  {
    endpoint: schemas.removeEventSchemaByPath,
    what: 'an unknown schema',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'payrun.completed'] }),
  },
  { endpoint: listTestEvents, what: 'the test events', answers: signedIn(200) },
];
