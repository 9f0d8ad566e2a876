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

/** Sends the id of an integration without an organization, which therefore has no managers. */
const one: Row['send'] = async ({ integration }) => ({ id: await integration() });
const HOOK = 'a'.repeat(26);
const sending =
  (body: object): Row['send'] =>
  async ({ integration }) => ({ id: await integration(), body });

export const DOORS: readonly Row[] = [
  { endpoint: checkEvents, what: 'with no key', answers: everyone(401), send: () => ({ body: {} }) },
  { endpoint: ingestEvents, what: 'with no key', answers: everyone(401), send: () => ({ body: {} }) },
  { endpoint: oauth.exchangeKey, what: 'with no key', answers: everyone(400), send: () => ({ body: {} }) },
  { endpoint: oauth.getKafkaKeys, what: 'public keys', answers: everyone(200) },
  { endpoint: connect.listConnected, what: "those that are one's own", answers: signedIn(200) },
  {
    endpoint: connect.listOfOrganization,
    what: "another's",
    answers: admins(200, 404),
    send: async ({ connected }) => ({ id: await connected() }),
  },
  { endpoint: connect.getConnect, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: connect.changeTrust,
    what: "another's",
    answers: admins(200, 404),
    send: sending({ trust: 'enforce' }),
  },
  {
    endpoint: connect.changeEpisodes,
    what: "another's",
    answers: admins(200, 404),
    send: sending({ bySubject: true }),
  },
  { endpoint: connect.openDoor, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.deliverHook,
    what: 'an unknown address',
    answers: everyone(404),
    send: () => ({ id: HOOK, body: {} }),
  },
  { endpoint: hooks.listHooks, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.createHook,
    what: "another's",
    answers: admins(201, 404),
    send: sending({ label: 'CI', preset: 'github' }),
  },
  {
    endpoint: hooks.rotateHook,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), HOOK], body: {} }),
  },
  {
    endpoint: hooks.revokeHook,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), HOOK] }),
  },
  { endpoint: hooks.getMapping, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: hooks.saveMapping,
    what: "another's",
    answers: admins(200, 404),
    send: sending({ name: '/type' }),
  },
  { endpoint: keys.listKeys, what: "another's", answers: admins(200, 404), send: one },
  { endpoint: keys.createKey, what: "another's", answers: admins(201, 404), send: sending({ label: 'mine' }) },
  {
    endpoint: keys.rotateKey,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'], body: {} }),
  },
  {
    endpoint: responsibilities.listKeyResponsibilities,
    what: "a person's, of those that one may take over",
    answers: signedIn(200),
    send: () => ({ id: 2_000_000_000 }),
  },
  {
    endpoint: keys.takeOverKey,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'] }),
  },
  {
    endpoint: keys.revokeKey,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'aaaaaaaa'] }),
  },
  { endpoint: publishers.listPublishers, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: publishers.namePublisher,
    what: "another's",
    answers: admins(201, 404),
    send: sending({ email: 'somebody@example.test' }),
  },
  {
    endpoint: publishers.removePublisher,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 1] }),
  },
  { endpoint: getConformance, what: "another's", answers: admins(200, 404), send: one },
  { endpoint: schemas.listEventSchemas, what: "another's", answers: admins(200, 404), send: one },
  {
    endpoint: schemas.saveEventSchema,
    what: "another's",
    answers: admins(200, 404),
    send: async ({ integration }) => ({ id: [await integration(), 'payrun.completed'], body: { type: 'object' } }),
  },
  {
    endpoint: schemas.removeEventSchema,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: await integration(), query: '?event=payrun.completed' }),
  },
  {
    endpoint: schemas.removeEventSchemaByPath,
    what: 'one that is not there',
    answers: signedIn(404),
    send: async ({ integration }) => ({ id: [await integration(), 'payrun.completed'] }),
  },
  { endpoint: listTestEvents, what: 'test events', answers: signedIn(200) },
];
