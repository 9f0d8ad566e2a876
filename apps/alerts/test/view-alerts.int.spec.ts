import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { EventList } from '@portico/contracts/http/events';
import type { Notices } from '@portico/contracts/http/notices';
import type { Rule, RulePreview } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { failure, furnishIntegration, success } from './failures.ts';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, valueAt, startNoticing } from './noticing.ts';
import {
  type Alert,
  type Arrival,
  changesOf,
  failures,
  listed,
  looks,
  minutesAgo,
  NOW,
  ORGANIZATION,
  startedEarlier,
  storeArrivals,
  watch,
} from './view-rules.ts';

jest.setTimeout(180_000);

const MINUTE = 60_000;
let noticing: Noticing;
let database: Client;
let [manager, stranger, viewer, events]: Call[] = [];

beforeAll(async () => {
  noticing = await startNoticing();
  const admin = await noticing.stack.furnish();
  await furnishIntegration(noticing, admin, 21);
  [manager, stranger, viewer] = await Promise.all([6, 7, 5].map((id) => noticing.stack.as('CLIENT', id)));
  events = await noticing.stack.eventsAs('ADMIN');
  database = await databaseOf(noticing.stack);
  await noticing.stack.publisher.publish(success('v.seed', minutesAgo(0)));
  await listed(events, 'v.seed', 1);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const store = (name: string, arrivals: readonly Arrival[]): Promise<void> =>
  storeArrivals(noticing.stack.clickhouseUrl, name, arrivals);
const sentBy = (rule: Rule): Promise<string[]> => changesOf(database, rule);
const hooksAt = (path: string) =>
  noticing
    .hooksAt(path)
    .filter(({ title }) => title.startsWith('view.'))
    .toReversed();
const titlesAt = (path: string): string[] => hooksAt(path).map(({ title }) => title);

const watching = (name: string, alert: Alert) => watch(noticing, manager as Call, name, alert);

describe('an alert on more than N events within M minutes', () => {
  // spec: D.78
  it('is sent for late events when they arrive', async () => {
    const publish = noticing.stack.publisher.publish.bind(noticing.stack.publisher);
    await publish(...failures(3, 'v.more', 3));
    await listed(events as Call, 'v.more', 3);
    const [rule, path] = await watching('v.more', { when: 'more', count: 2, minutes: 1 });
    await looks(database, rule);
    // Checks that events that arrived before the creation of the rule do not count.
    await publish(...failures(2, 'v.more', 34));
    await listed(events as Call, 'v.more', 5);
    await looks(database, rule);
    expect(titlesAt(path)).toEqual([]);

    await publish(...failures(3, 'v.more', 34));
    await listed(events as Call, 'v.more', 8);
    await eventually(async () => {
      await looks(database, rule);
      return titlesAt(path).length === 1;
    });
    expect(titlesAt(path)).toEqual(['view.more More than 2 events in 1 min: Late payruns']);
    const [hook] = hooksAt(path);
    expect(valueAt(hook, 'data')).toMatchObject({
      subject: `rule:${rule.id}`,
      text: expect.stringContaining('They arrived up to 34 min late.'),
    });
    const { searchParams } = new URL(String(valueAt(hook, 'data', 'link')));
    expect(searchParams.get('event')).toBe('v.more');
    const { count } = await read<EventList>(
      events as Call,
      `/events?${new URLSearchParams({ event: 'v.more', where: searchParams.get('where') ?? '', from: searchParams.get('from') ?? '' }).toString()}`,
    );
    expect(count).toBeGreaterThanOrEqual(3);
  });

  it('sends the same notices as its preview, including the ends', async () => {
    const [rule, path] = await watching('v.more.stored', { when: 'more', count: 2, minutes: 5 });
    await startedEarlier(database, rule, 120);
    await store('v.more.stored', [
      ...[90, 88, 87].map((arrived) => ({ arrived, happened: arrived })),
      ...[60, 60, 60].map((arrived) => ({ arrived, happened: 700 })),
      ...[30, 20, 10].map((arrived) => ({ arrived, happened: arrived })),
    ]);
    for (const count of [1, 2, 3, 4]) {
      await looks(database, rule);
      await eventually(() => titlesAt(path).length === count);
    }
    expect(titlesAt(path).map((title) => title.split(' ')[0])).toEqual([
      'view.more',
      'view.over',
      'view.more',
      'view.over',
    ]);
    const body = { view: rule.view, ...ORGANIZATION };
    const preview = (await (manager as Call)('POST', '/rules/preview', body)).body as RulePreview;
    expect(preview.notices.toReversed().flatMap(({ at, overAt }) => [at, overAt])).toEqual(await sentBy(rule));
    expect(preview).toMatchObject({
      count: 2,
      notices: [
        { found: 3, delay: 640 * MINUTE },
        { found: 3, delay: 0 },
      ],
    });
    for (const { search } of preview.notices) {
      const { range: _, columns: _columns, ...filter } = search;
      const list = await read<EventList>(events as Call, `/events?${new URLSearchParams(filter).toString()}`);
      expect(list.count).toBe(3);
    }
  });

  // spec: D.78
  it('counts by the time of the event after a grace period if the rule is configured for this', async () => {
    const alert = { when: 'more', count: 0, minutes: 5, clock: 'happened', grace: 10 } as const;
    const [rule] = await watching('v.clock', alert);
    await startedEarlier(database, rule, 120);
    await store('v.clock', [
      { arrived: 60, happened: 61 },
      { arrived: 30, happened: 100 },
    ]);
    await eventually(async () => {
      await looks(database, rule);
      return (await sentBy(rule)).length === 2;
    });
    const moments = (await sentBy(rule)).map((at) => Math.floor(Date.parse(at) / MINUTE));
    const minute = Math.floor((NOW - 61 * MINUTE) / MINUTE);
    expect(moments).toEqual([minute + 11, minute + 16]);
  });

  it('is not sent twice after an upgrade from a release that counted by the time of the event', async () => {
    const [rule, path] = await watching('v.adopted', { when: 'more', count: 0, minutes: 60 });
    await store('v.adopted', [{ arrived: 30, happened: 31 }]);
    await database.query(
      `update rules set view_since = null, view_to = date_trunc('minute', now()) - interval '10 minutes', viewed_at = null,
         created_at = now() - interval '30 days' where id = $1`,
      [rule.id],
    );
    await looks(database, rule);
    await looks(database, rule);
    expect(await sentBy(rule)).toEqual([]);
    await noticing.stack.publisher.publish(...failures(1, 'v.adopted', 5));
    await listed(events as Call, 'v.adopted', 2);
    await eventually(async () => {
      await looks(database, rule);
      return titlesAt(path).length === 1;
    });
    expect(valueAt(hooksAt(path)[0], 'data', 'text')).toMatch(/^1 at /);
  });
});

describe('an alert on no events for M minutes', () => {
  it('is sent once M minutes after its creation and ends when a late event arrives', async () => {
    const [rule, path] = await watching('v.none', { when: 'none', minutes: 60 });
    await looks(database, rule);
    await looks(database, rule);
    expect(titlesAt(path)).toEqual([]);
    await startedEarlier(database, rule, 62);
    await eventually(() => titlesAt(path).length === 1);
    await looks(database, rule);
    expect(titlesAt(path)).toEqual(['view.none No events for 60 min: Late payruns']);
    await noticing.stack.publisher.publish(success('v.none', minutesAgo(20)));
    await listed(events as Call, 'v.none', 1);
    await eventually(async () => {
      await looks(database, rule);
      return titlesAt(path).length === 2;
    });
    await looks(database, rule);
    expect(titlesAt(path)[1]).toBe('view.over As usual again: Late payruns');
    expect(titlesAt(path)).toHaveLength(2);
  });

  it('waits while Portico lags behind, and is sent afterwards if events are still missing', async () => {
    const behind = (kind: string) =>
      database.query(
        `insert into transitions (kind, subject, at, created_at, snapshot) values ($1, 'platform', now(), now(), '{}')`,
        [kind],
      );
    await behind('platform.behind');
    const [rule, path] = await watching('v.behind', { when: 'none', minutes: 60 });
    await startedEarlier(database, rule, 62);
    await looks(database, rule);
    await looks(database, rule);
    await behind('platform.caught_up');
    expect((await database.query('select 1 from transitions where subject = $1', [`rule:${rule.id}`])).rowCount).toBe(
      0,
    );
    await looks(database, rule);
    await eventually(() => titlesAt(path).length === 1);
    expect(titlesAt(path)).toEqual(['view.none No events for 60 min: Late payruns']);
  });
});

describe('the events counted by an alert and its preview', () => {
  it('are only events that the owner can see', async () => {
    const view = { name: 'Theirs', search: { event: 'v.acme' }, when: 'more', count: 0, minutes: 60 };
    const on = ['view.more', 'view.over'];
    const [theirs, ours] = await Promise.all([
      newRule(stranger as Call, [], { on, view }),
      newRule(manager as Call, [], { on, view }),
    ]);
    await noticing.stack.publisher.publish(failure('v.acme', minutesAgo(0)));
    await listed(events as Call, 'v.acme', 1);
    await looks(database, ours);
    await readUntil<Notices>(manager as Call, '/notices', ({ data }) =>
      data.some(({ subject }) => subject === `rule:${ours.id}`),
    );
    await looks(database, theirs);
    const rules = await read<Page<Rule>>(stranger as Call, '/rules');
    expect(rules.data.map(({ id, lastNoticeAt }) => [id, lastNoticeAt])).toEqual([[theirs.id, null]]);

    const preview = async (call: Call | undefined, owner: object = {}) =>
      (call as Call)('POST', '/rules/preview', { view, ...owner });
    expect(await preview(manager)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await preview(manager, ORGANIZATION)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await preview(stranger)).toMatchObject({ status: 200, body: { count: 0, notices: [] } });
    expect(await preview(stranger, ORGANIZATION)).toMatchObject({ status: 404 });
    expect(await preview(viewer, ORGANIZATION)).toMatchObject({ status: 403 });
    expect(await preview(manager, { owner: 'product' })).toMatchObject({ status: 403 });
    const refused = await preview(manager, { view: { ...view, search: { where: '(status:failure' } } });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('parenthesis') } });
  });
});
