import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventMinutes } from '@portico/contracts/http/event-minutes';
import type { EventUsage, OrganizationUsage } from '@portico/contracts/http/event-usage';
import type { EventHistogram, EventList, EventRow } from '@portico/contracts/http/events';
import type { PrivacyTrialResult } from '@portico/contracts/http/privacy';
import type { RejectedEventContent, RejectedList } from '@portico/contracts/http/rejected-events';
import type { PrivacyRule } from '@portico/contracts/privacy/rules';
import { type Call, eventually, LiveViewer, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import {
  type Actor,
  ACTORS,
  CANARIES,
  DOORS,
  foundIn,
  MESSAGES,
  missing,
  RULES,
  secretEvent,
  secretsFor,
  USERS,
} from '../support/privacy-canaries.ts';

const TIMES = { arrivedFrom: '2026-01-01T00:00:00Z', arrivedTo: '2100-01-01T00:00:00Z' };

describe('privacy rules', () => {
  let stack: EventsStack;
  const calls = new Map<Actor, Call>();
  const call = (actor: Actor): Call => calls.get(actor) ?? missing(actor);
  const viewers: LiveViewer[] = [];
  const textOf = async (actor: Actor, path: string): Promise<string> => {
    const { status, body } = await call(actor)('GET', path);
    return status === 200 ? JSON.stringify(body) : '';
  };
  const view = async (actor: Actor, filter: object = {}): Promise<LiveViewer> => {
    const token = await stack.tokens.sign(actor === 'admin' ? {} : { id: USERS[actor], usertype: 'VENDOR' });
    const viewer = new LiveViewer(`http://127.0.0.1:${stack.port()}`, token, filter);
    viewers.push(viewer);
    await viewer.open();
    return viewer;
  };
  const apply = (rules: readonly PrivacyRule[]) => stack.publisher.privacy(1, { rules: [...rules] });
  const hiddenFor = async (actor: Actor) => (await read<EventList>(call(actor), '/events')).data[0]?.hidden ?? [];

  const usedOf = async (actor: Actor, question: object, adding = false): Promise<OrganizationUsage[]> => {
    const questions = [{ where: '', ...question }];
    const { body } = await call(actor)('POST', '/events/usage', { ...TIMES, questions, adding });
    return (body as EventUsage).answers.flatMap(({ data }) => data);
  };

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    for (const [id, role] of (['viewer', 'operator', 'manager'] as const).entries())
      await publisher.membership(id + 10, { userId: USERS[role], organizationId: 1, role });
    calls.set('admin', await stack.furnish());
    await publisher.publisher(1, { userId: USERS.publisher, integrationId: 1 });
    for (const actor of ['viewer', 'operator', 'manager', 'publisher'] as const)
      calls.set(actor, await stack.as({ id: USERS[actor], usertype: 'VENDOR' }));
    await publisher.publish(secretEvent({ id: 'secret', result: 'FAILURE' }));
    await publisher.publish(integrationEvent({ id: 'plain', details: { message: 'Paid', code: 1 } }));
    await publisher.publishThroughDoor(1, { ...secretEvent({ id: 'rejected' }), trace_id: 'broken' });
    await eventually(async () => (await read<EventList>(call('admin'), '/events')).count === 2, 30_000);
    await eventually(async () => (await read<RejectedList>(call('operator'), '/events/rejected')).count === 1, 30_000);
    await apply(RULES);
    await eventually(async () => (await textOf('viewer', '/events')).includes('hidden'));
  }, 90_000);
  afterEach(() => viewers.splice(0).forEach((viewer) => viewer.close()));
  afterAll(() => stack?.stop());

  it('have a test for every endpoint that returns events', async () => {
    const folder = new URL('../../../../libs/contracts/src/http/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
    const paths = modules
      .flatMap((contracts: object) => Object.values(contracts))
      .flatMap((one) =>
        typeof one?.path === 'string' && one.path.startsWith('/events') && one.method === 'GET'
          ? [`GET ${one.path}`]
          : [],
      );
    expect(new Set(paths)).toEqual(new Set(Object.keys(DOORS)));
  });

  const doors = Object.entries(DOORS).flatMap(([door, path]) => (path === null ? [] : [[door, path] as const]));
  it.each(doors)('hide in %s exactly the fields that each role may not see', async (door, path) => {
    const shows = ['GET /events', 'GET /events/export', 'GET /events/traces/{trace_id}'].includes(door);
    for (const actor of ACTORS) {
      const found = foundIn(await textOf(actor, path));
      const some =
        door === 'GET /events/integrations/{id}/health' && actor === 'admin' ? secretsFor(actor).slice(3) : [];
      expect([actor, found]).toEqual([actor, shows ? secretsFor(actor) : some]);
    }
  });

  it.each(ACTORS)('exclude hidden fields from searches of the %s', async (actor) => {
    for (const { secret, where, query } of CANARIES) {
      // A search reads messages only if no part of a message is hidden.
      const seen = secretsFor(actor);
      const isSeen = query ? Number(MESSAGES.every((one) => seen.includes(one))) : Number(seen.includes(secret));
      for (const search of [`where=${encodeURIComponent(where)}`, query && `query=${encodeURIComponent(query)}`]) {
        if (!search) continue;
        const ask = <Answer>(path: string) =>
          read<Answer>(call(actor), `${path}${path.includes('?') ? '&' : '?'}${search}`);
        const buckets = (await ask<EventHistogram>('/events/histogram')).buckets;
        const file = await call(actor)('GET', `/events/export?format=ndjson&${search}`);
        const [used] = search.startsWith('where') ? await usedOf(actor, { where }) : [{ events: isSeen }];
        const counts = {
          list: (await ask<EventList>('/events')).count,
          rows: (await ask<EventList>('/events')).data.length,
          facets: (await ask<EventFacets>('/events/facets')).event.reduce((sum, { count }) => sum + count, 0),
          histogram: buckets.reduce((sum, { success, failure }) => sum + success + failure, 0),
          file: JSON.stringify(file.body ?? '').includes('secret') ? 1 : 0,
          usage: used?.events ?? 0,
        };
        const all = { list: isSeen, rows: isSeen, facets: isSeen, histogram: isSeen, file: isSeen, usage: isSeen };
        expect([search, counts]).toEqual([search, all]);
      }
      // A negated search does not reveal a hidden value either: a search for a different value returns the same count.
      const not = async (text: string) =>
        (await read<EventList>(call(actor), `/events?where=${encodeURIComponent(`-${text}`)}`)).count;
      const other = where.replaceAll(/[a-z\d@ .-]{4}"?$/g, where.endsWith('"') ? 'zzzz"' : '9999');
      if (!isSeen) expect(await not(where)).toBe(await not(other));
    }
  });

  it('exclude hidden fields from counts per minute, distinct values and sums', async () => {
    const minutes = (actor: Actor) =>
      read<EventMinutes>(
        call(actor),
        `/events/minutes?arrivedFrom=${new Date(Date.now() - 3_600_000).toISOString()}&arrivedTo=${new Date(Date.now() + 60_000).toISOString()}&where=${encodeURIComponent('details.customer.email:canary*')}`,
      ).then(({ data }) => data.length);
    expect([await minutes('operator'), await minutes('manager')]).toEqual([0, 1]);
    const used = (actor: Actor, measure: string, adding = false) => usedOf(actor, { measure, field: 'code' }, adding);
    expect(await used('manager', 'sum')).toEqual([]);
    expect(await used('manager', 'distinct')).toEqual([]);
    expect(await used('manager', 'distinct', true)).toEqual([]);
    expect(await used('admin', 'distinct')).toMatchObject([{ value: '2' }]);
  });

  it.each(ACTORS)('hide fields from the %s in live frames and in live filters', async (actor) => {
    const [all, filtered] = [await view(actor), await view(actor, { where: CANARIES[0]?.where })];
    const id = `live ${actor}`;
    await stack.publisher.publish(secretEvent({ id }));
    await eventually(() => all.rows.has(id));
    const frames = JSON.stringify(all.frames);
    expect(foundIn(frames)).toEqual(secretsFor(actor));
    const isSeen = secretsFor(actor).includes(CANARIES[0]?.secret ?? '');
    if (isSeen) await eventually(() => filtered.rows.has(id));
    expect(filtered.rows.has(id)).toBe(isSeen);
  });

  it('apply to live frames immediately after a change of a rule or role', async () => {
    const [viewer, operator] = [await view('viewer'), await view('operator')];
    await apply([...RULES, { hides: '/customer', action: 'remove', below: 'operator' }]);
    await eventually(() => viewer.resets.includes('permissions_changed'));
    expect(operator.resets).toEqual([]);
    await stack.publisher.publish(secretEvent({ id: 'after a rule' }));
    await eventually(() => viewer.rows.has('after a rule'));
    expect(viewer.rows.get('after a rule')?.details).not.toHaveProperty('customer');
    await stack.publisher.membership(11, { userId: USERS.operator, organizationId: 1, role: 'viewer' });
    await eventually(() => operator.resets.includes('permissions_changed'));
    await stack.publisher.membership(11, { userId: USERS.operator, organizationId: 1, role: 'operator' });
    await apply(RULES);
    await eventually(async () => !(await hiddenFor('viewer')).includes('/customer'));
    await eventually(async () => (await hiddenFor('operator')).includes('/items/*/iban'));
  });

  it('hide the published values of rejected events, and exclude them from searches and corrections', async () => {
    const [{ id } = { id: '' }] = (await read<RejectedList>(call('operator'), '/events/rejected')).data;
    for (const actor of ['operator', 'manager', 'publisher'] as const) {
      const content = await read<RejectedEventContent>(call(actor), `/events/rejected/${id}`);
      expect(content).toMatchObject({ value: '', base64: '', headers: {}, key: null, isHidden: true });
      const { count } = await read<RejectedList>(call(actor), '/events/rejected?query=canary');
      expect(count).toBe(0);
      const redrive = (correction: object, filter = {}) =>
        call(actor)('POST', '/events/redrives/preview', { filter: { integration: 1, ...filter }, correction });
      expect((await redrive([{ op: 'test', path: '/details/customer/email', value: 'x' }])).status).toBe(403);
      expect((await redrive([], { query: 'canary' })).status).toBe(403);
      const { status, body } = await redrive([]);
      expect([status, foundIn(JSON.stringify(body))]).toEqual([200, []]);
    }
    const content = await read<RejectedEventContent>(call('admin'), `/events/rejected/${id}`);
    expect(foundIn(content.value)).toEqual(secretsFor('admin'));
    expect((await read<RejectedList>(call('admin'), '/events/rejected?query=canary')).count).toBe(1);
  });

  it("hide from a caller who asks for a viewer's view the fields that viewers may not see", async () => {
    expect(foundIn(await textOf('admin', '/events?as=viewer'))).toEqual([]);
    const search = encodeURIComponent(CANARIES[0]?.where ?? '');
    expect((await read<EventList>(call('admin'), `/events?as=viewer&where=${search}`)).count).toBe(0);
  });

  it('can be bypassed by managers with a reason', async () => {
    const { data } = await read<EventList>(call('admin'), '/events?where=id:secret');
    const { timestamp } = data[0] ?? missing('the event');
    const reveal = (actor: Actor, changes = {}) =>
      call(actor)('POST', '/events/reveal', { source_id: 1, id: 'secret', timestamp, reason: 'Ticket 12', ...changes });
    for (const actor of ['viewer', 'operator', 'publisher'] as const) expect((await reveal(actor)).status).toBe(403);
    const { status, body } = await reveal('manager');
    expect([status, foundIn(JSON.stringify(body))]).toEqual([200, secretsFor('admin')]);
    expect((body as EventRow).hidden).toBeUndefined();
    expect((await reveal('manager', { reason: ' ' })).status).toBe(400);
    expect((await reveal('manager', { id: 'none' })).status).toBe(404);
    const stranger = await stack.as({ id: 70_299, usertype: 'CLIENT' });
    const { status: foreign } = await stranger('POST', '/events/reveal', {
      source_id: 1,
      id: 'secret',
      timestamp,
      reason: 'x',
    });
    expect(foreign).toBe(404);
  });

  it('can be tried before they are saved, by users who may save them', async () => {
    const rules = [
      { hides: '/customer/name', action: 'hash', below: 'operator' },
      { hides: '/customer/none', action: 'mask', below: 'operator' },
    ];
    const trial = (actor: Actor, organizationId: number | null = 1) =>
      call(actor)('POST', '/events/privacy-trial', { organizationId, rules });
    for (const actor of ['viewer', 'operator'] as const) expect((await trial(actor)).status).toBe(403);
    expect((await trial('publisher')).status).toBe(404);
    expect((await trial('manager', 2)).status).toBe(404);
    expect((await trial('manager', null)).status).toBe(403);
    const result = (await trial('manager')).body as PrivacyTrialResult;
    expect(result.counts[0]).toBeGreaterThan(0);
    expect(result.counts[1]).toBe(0);
    expect(result.samples[0]?.before).toContain('Jane');
    expect(result.samples[0]?.after).not.toContain('Jane');
    // Fields that are hidden from a manager stay hidden when the manager tries a rule.
    expect(foundIn(JSON.stringify(result))).toEqual(secretsFor('manager'));
    expect((await trial('admin', null)).status).toBe(200);
  });

  it('apply to every organization if they are set for the whole product', async () => {
    const product = (rules: PrivacyRule[]) => stack.publisher.privacy(9, { organizationId: null, rules });
    await product([{ hides: '/customer/name', action: 'mask', below: 'admin' }]);
    await eventually(async () => !(await textOf('manager', '/events')).includes('"Jane"'));
    expect(await textOf('admin', '/events')).toContain('"Jane"');
    await product([]);
    await eventually(async () => (await textOf('manager', '/events')).includes('"Jane"'));
  });
});
