import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventOpenings } from '@portico/contracts/http/event-openings';
import type { ListedAuditEntry } from '@portico/contracts/http/audit';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { viewingUserOf } from '@portico/contracts/http/view-access';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { entriesOf, listEntries } from '../support/audit-world.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SUPPORT = 70_401;
const [MANAGER, VIEWER, STRANGER, LEAVER] = [70_402, 70_403, 70_404, 70_405];
/** An event id whose characters are special in SQL, in URLs and in lists of targets. */
const HOSTILE = "o'pen:1%?&#'] ü";
const REPEATS = 1_000;
/** Concurrent requests, below the limit per user. */
const PARALLEL = 2;

describe('openings of an event', () => {
  let stack: EventsStack;
  let support: Call;
  let manager: Call;
  let viewer: Call;
  let stranger: Call;
  const rows = new Map<string, EventRow>();

  const pathOf = (event: string, changes: Readonly<Record<string, string | undefined>> = {}): string => {
    const { source_id, timestamp } = rows.get(event) ?? { source_id: 1, timestamp: '' };
    const identity = { source_id: String(source_id), id: event, timestamp, ...changes };
    return `/events/openings?${new URLSearchParams(identity).toString()}`;
  };
  const open = (call: Call, event: string, changes = {}) => call('GET', pathOf(event, changes));
  const openedBy = async (call: Call, event: string) => ((await open(call, event)).body as EventOpenings).openedBy;
  const entriesFor = (event: string, count: number): Promise<ListedAuditEntry[]> =>
    entriesOf(support, `&action=event.open&target=${encodeURIComponent(`event:1:${event}`)}`, count);

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    const people = { maria: SUPPORT, cleo: MANAGER, vito: VIEWER, leo: LEAVER };
    for (const [name, id] of Object.entries(people)) await publisher.user(id, { email: `${name}@example.test` });
    for (const [id, [userId, role]] of (
      [
        [MANAGER, 'manager'],
        [VIEWER, 'viewer'],
        [LEAVER, 'manager'],
        [viewingUserOf(1) ?? 0, 'viewer'],
      ] as const
    ).entries())
      await publisher.membership(40 + id, { userId, organizationId: 1, role });
    await publisher.membership(50, { userId: STRANGER, organizationId: 2, role: 'manager' });
    await stack.furnish();
    support = await stack.as({ id: SUPPORT, usertype: 'ADMIN' });
    [manager, viewer, stranger] = (await Promise.all(
      [MANAGER, VIEWER, STRANGER].map((id) => stack.as({ id, usertype: 'CLIENT' })),
    )) as [Call, Call, Call];
    const ids = ['seen', 'viewed', 'left', 'foreign', 'often', HOSTILE];
    await publisher.publish(...ids.map((id) => integrationEvent({ id, source_id: 1, organization_id: 1 })));
    await eventually(async () => {
      const { data } = await read<EventList>(manager, '/events');
      for (const row of data) rows.set(row.id, row);
      return data.length === ids.length;
    }, 30_000);
  }, 90_000);
  afterAll(() => stack?.stop());

  it.each(['seen', HOSTILE])('have one entry per user for managers and administrators (event id %s)', async (event) => {
    expect(await openedBy(viewer, event)).toBeNull();
    expect(await openedBy(support, event)).toEqual(expect.any(Array));
    const entries = await entriesFor(event, 2);
    const byId = entries.toSorted((one, other) => (one.actor.id ?? 0) - (other.actor.id ?? 0));
    const recorded = { organizations: [1], rows: 1, outcome: 'done' };
    expect(byId).toMatchObject([
      { actor: { id: SUPPORT }, ...recorded },
      { actor: { id: VIEWER }, ...recorded },
    ]);
    expect(await openedBy(manager, event)).toEqual([
      { email: 'maria@example.test', role: 'ADMIN', at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { email: 'vito@example.test', role: 'CLIENT', at: expect.any(String) },
    ]);
    const others = await openedBy(support, event);
    expect(others).toContainEqual(expect.objectContaining({ email: 'vito@example.test' }));
    expect(others).not.toContainEqual(expect.objectContaining({ email: 'maria@example.test' }));
    expect(await openedBy(viewer, event)).toBeNull();
  });

  it('record and show the administrator who views as a customer', async () => {
    const token = { id: viewingUserOf(1) ?? 0, usertype: 'CLIENT', actor: SUPPORT } as const;
    expect(await openedBy(await stack.as(token), 'viewed')).toBeNull();
    const [entry] = await entriesFor('viewed', 1);
    expect(entry?.actor).toMatchObject({ id: SUPPORT, role: 'VIEW', email: 'maria@example.test' });
    expect(await openedBy(manager, 'viewed')).toMatchObject([{ email: 'maria@example.test', role: 'VIEW' }]);
  });

  it('are answered with 404 and not recorded if the event is missing or not visible', async () => {
    expect((await open(stranger, 'foreign')).status).toBe(404);
    for (const changes of [{ source_id: '2' }, { timestamp: '2020-01-01T00:00:00.000Z' }, { id: 'forged' }])
      expect([changes, (await open(manager, 'foreign', changes)).status]).toEqual([changes, 404]);
    for (const changes of [{ source_id: '0' }, { source_id: '1 OR 1' }, { timestamp: 'now' }, { id: 'x'.repeat(129) }])
      expect([changes, (await open(manager, 'foreign', changes)).status]).toEqual([changes, 400]);
    await open(manager, 'foreign');
    expect(await entriesFor('foreign', 1)).toMatchObject([{ actor: { id: MANAGER } }]);
    expect(await listEntries(support, `&action=event.open&actor=${STRANGER}`)).toEqual([]);
    expect(await listEntries(support, `&target=${encodeURIComponent('event:1:forged')}`)).toEqual([]);
  });

  it('have one entry per user and hour, even across several processes', async () => {
    const other = await stack.start(0);
    const answers: number[] = [];
    for (let at = 0; at < REPEATS; at += PARALLEL) {
      const requests = Array.from({ length: PARALLEL }, () => open(viewer, 'often'));
      answers.push(...(await Promise.all(requests)).map(({ status }) => status));
    }
    expect(new Set(answers)).toEqual(new Set([200]));
    const token = await stack.tokens.sign({ id: VIEWER, usertype: 'CLIENT' });
    await eventually(async () => {
      const { status } = await fetch(`${other.url}${pathOf('often')}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return status === 200;
    }, 30_000);
    // Waits for a later entry of the same chain. When it is stored, all repeated entries before it would be stored too.
    await open(manager, 'often');
    const entries = await eventually(async () => {
      const found = await entriesFor('often', 2);
      return found.some(({ actor }) => actor.id === MANAGER) && found;
    }, 30_000);
    // Allows one entry for each hour, because an hour may have ended during the requests.
    const hours = new Set(entries.map(({ time }) => time.slice(0, 13)));
    const ofViewer = entries.filter(({ actor }) => actor.id === VIEWER);
    expect(ofViewer.length).toBeLessThanOrEqual(hours.size);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    await other.stop();
  }, 120_000);

  it('omit the e-mails of deleted users', async () => {
    const leaver = await stack.as({ id: LEAVER, usertype: 'CLIENT' });
    await open(leaver, 'left');
    await entriesFor('left', 1);
    expect(await openedBy(manager, 'left')).toMatchObject([{ email: 'leo@example.test' }]);
    await stack.publisher.user(LEAVER, { email: '', deletedAt: new Date().toISOString() });
    await eventually(async () => (await openedBy(manager, 'left'))?.[0]?.email === null, 30_000);
  }, 60_000);
});
