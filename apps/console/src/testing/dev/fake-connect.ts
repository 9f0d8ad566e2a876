import { getConformance } from '@portico/contracts/http/conformance';
import * as connect from '@portico/contracts/http/connect';
import * as schemas from '@portico/contracts/http/event-schemas';
import * as keys from '@portico/contracts/http/integration-keys';
import * as publishers from '@portico/contracts/http/integration-publishers';
import { listTestEvents } from '@portico/contracts/http/test-events';
import { validateEvent } from '@portico/contracts/http/rejected-events';
import {
  conformanceOf,
  connectOf,
  createdKeyOf,
  EVENT_SCHEMA,
  keyOf,
  publisherOf,
  schemaOf,
  withTopic,
} from '../connect.ts';
import { noContent, sliceOf } from '../fake-rows.ts';
import { refusalOf } from '../refusal.ts';
import { rejectedTestOf, testEventOf } from '../test-event.ts';
import { notFound } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const NAMES = new Map([
  [3, 'Payroll'],
  [5, 'Banking'],
  [6, 'Pension'],
]);

/** Endpoints for connecting integrations, with publishers, and with keys that can be created and revoked. */
export const fakeConnect = (): TypedAnswer[] => {
  const known = new Map<number, connect.Connect>();
  const connectionOf = (id: number) => {
    const one = known.get(id) ?? connectOf(id, { name: NAMES.get(id) ?? `Integration ${id}` });
    known.set(id, one);
    return one;
  };
  const change = (id: number, next: connect.Connect) => {
    known.set(id, next);
    return next;
  };
  let made = 3;
  const rows: keys.IntegrationKey[] = [
    keyOf(3, { label: 'Production', lastUsedAt: new Date(Date.now() - 120_000).toISOString() }),
    keyOf(2, {
      label: 'Nightly job',
      state: 'rotating',
      expiresAt: new Date(Date.now() + 40_000_000).toISOString(),
    }),
    keyOf(1, { label: 'First try', mode: 'test', state: 'revoked', revokedAt: new Date().toISOString() }),
  ];
  const tests = Array.from({ length: 14 }, (_, index) => {
    const published_at = new Date(Date.now() - index * 40_000).toISOString();
    return index % 4 === 1 ? rejectedTestOf(14 - index, { published_at }) : testEventOf(14 - index, { published_at });
  });
  const declared = new Map([
    ['payrun.completed', schemaOf('payrun.completed', { type: 'object', required: ['message', 'amount'] })],
  ]);
  const named = [publisherOf(1), publisherOf(2, { user: null })];
  const make = (body: Partial<keys.IntegrationKey>) => {
    const created = createdKeyOf((made += 1), { ...body, createdAt: new Date().toISOString() });
    const { key: _, ...row } = created;
    rows.unshift(row);
    return created;
  };
  return [
    answering(connect.listConnected, () => {
      const data = [...NAMES.keys()].map((id) => ({ ...connectionOf(id), right: 'manager' as const }));
      return { data, count: data.length };
    }),
    answering(connect.listOfOrganization, () => {
      const data = [3, 5].map((id) => ({ id, name: connectionOf(id).name, active: true, right: 'admin' as const }));
      return { data, count: data.length };
    }),
    answering(connect.getConnect, ({ id }) => connectionOf(id)),
    answering(connect.changeTrust, ({ id, body: { trust } }) => change(id, { ...connectionOf(id), trust })),
    answering(connect.openDoor, ({ id }) => change(id, withTopic(connectionOf(id)))),
    answering(keys.listKeys, () => ({ data: rows, count: rows.length })),
    answering(keys.createKey, ({ body }) =>
      rows.filter(({ state }) => state === 'active' || state === 'rotating').length >= keys.MAX_KEYS
        ? refusalOf(409, 'conflict', 'The integration has 5 keys already. Revoke one first.')
        : make(body),
    ),
    answering(keys.rotateKey, ({ lastText, body: { overlap } }) => {
      const old = rows.find(({ keyId }) => keyId === lastText);
      if (!old) return notFound();
      const end = new Date(Date.now() + keys.OVERLAPS[overlap] * 1_000).toISOString();
      Object.assign(
        old,
        overlap === '0' ? { state: 'revoked', revokedAt: end } : { state: 'rotating', expiresAt: end },
      );
      return make({ label: old.label, mode: old.mode, kind: old.kind });
    }),
    answering(keys.revokeKey, ({ lastText }) => {
      const old = rows.find(({ keyId }) => keyId === lastText);
      if (old) Object.assign(old, { state: 'revoked', revokedAt: new Date().toISOString() });
      return noContent();
    }),
    answering(publishers.listPublishers, () => ({ data: named, count: named.length })),
    answering(publishers.namePublisher, ({ body: { email } }) => {
      const publisher = publisherOf(100 + named.length, { email, user: null });
      named.push(publisher);
      return publisher;
    }),
    answering(publishers.removePublisher, ({ lastText }) => {
      named.splice(
        named.findIndex(({ id }) => id === Number(lastText)),
        1,
      );
      return noContent();
    }),
    answering(getConformance, () => conformanceOf()),
    answering(listTestEvents, ({ query }) => sliceOf(tests, query)),
    answering(schemas.listEventSchemas, () => ({ data: [...declared.values()], count: declared.size })),
    answering(schemas.saveEventSchema, ({ lastText, body }) => {
      const saved = schemaOf(decodeURIComponent(lastText), body);
      declared.set(saved.event_name, saved);
      return saved;
    }),
    answering(schemas.removeEventSchema, ({ query }) => {
      declared.delete(query.get('event') ?? '');
      return noContent();
    }),
    answering(validateEvent, () => ({
      accepted: false as const,
      rejection: { code: 'invalid_field' as const, pointer: '/id', reason: 'id should be your own' },
    })),
    { name: /^GET \/schemas\/integration-event\.json$/, answer: () => EVENT_SCHEMA },
  ];
};
