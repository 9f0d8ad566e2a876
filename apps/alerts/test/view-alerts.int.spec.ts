import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { EventList } from '@portico/contracts/http/events';
import type { Notices } from '@portico/contracts/http/notices';
import type { Rule } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { failure, furnishIntegration, success } from './failures.ts';
import { databaseOf, later } from './later.ts';
import { newRule, type Noticing, said, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

const SECOND = 1_000;
const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
let noticing: Noticing;
let database: Client;
let [manager, stranger, events]: Call[] = [];

beforeAll(async () => {
  noticing = await startNoticing();
  const admin = await noticing.stack.furnish();
  await furnishIntegration(noticing, admin, 21);
  [manager, stranger] = await Promise.all([noticing.stack.as('CLIENT', 6), noticing.stack.as('CLIENT', 7)]);
  events = await noticing.stack.eventsAs('ADMIN');
  database = await databaseOf(noticing.stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const secondsAgo = (seconds: number) => ({
  source_id: 21,
  timestamp: new Date(Date.now() - seconds * SECOND).toISOString(),
});
const listed = (name: string, count: number): Promise<unknown> =>
  eventually(async () => (await read<EventList>(events as Call, `/events?event=${name}`)).count === count);
/** Lets the views be looked at once more, and waits until the rule's was. */
async function looks(rule: Rule): Promise<void> {
  await later(database, 31 * SECOND, ['rules']);
  await eventually(
    async () =>
      (
        await database.query(`select 1 from rules where id = $1 and viewed_at > now() - interval '25 seconds'`, [
          rule.id,
        ])
      ).rowCount === 1,
  );
}
const titlesAt = (path: string): string[] =>
  noticing
    .hooksAt(path)
    .map(({ title }) => title)
    .filter((title) => title.startsWith('view.'))
    .toReversed();

/** A rule on a view of one event name, through a webhook of its own. */
async function watching(
  name: string,
  view: { when: 'more' | 'none'; count?: number; minutes: number },
): Promise<[Rule, string]> {
  const path = `/webhook/${name}`;
  const { id } = await verifiedWebhook(noticing, manager as Call, path, ORGANIZATION);
  const on = [`view.${view.when}`, 'view.over'];
  const search = { event: name, range: '7d', columns: 'timestamp' };
  return [
    await newRule(manager as Call, [id], { on, view: { name: 'Late payruns', search, ...view } }, ORGANIZATION),
    path,
  ];
}

describe('an alert on a saved view', () => {
  it('is sent once when there are more than N within M minutes, and once when there are not', async () => {
    await noticing.stack.publisher.publish(
      failure('v.old', secondsAgo(70)),
      ...[30, 29, 28].map((seconds) => failure('v.more', secondsAgo(seconds))),
    );
    await listed('v.more', 3);
    const [rule, path] = await watching('v.more', { when: 'more', count: 2, minutes: 1 });
    const [exact, exactPath] = await watching('v.old', { when: 'more', count: 0, minutes: 1 });
    await eventually(() => titlesAt(path).length === 1);
    expect(titlesAt(path)).toEqual(['view.more More than 2 events in 1 min: Late payruns']);
    expect(said(noticing.hooksAt(path)[0], 'data')).toMatchObject({
      subject: `rule:${rule.id}`,
      link: expect.stringContaining('/dashboard?event=v.more'),
    });
    await looks(rule);
    await looks(exact);
    expect(titlesAt(path)).toHaveLength(1);
    // What is older than the minute counts no more; the time of the screen that was saved does not count.
    await eventually(async () => {
      await looks(rule);
      return titlesAt(path).length > 1;
    }, 60_000);
    expect(titlesAt(path)).toEqual([
      'view.more More than 2 events in 1 min: Late payruns',
      'view.over As usual again: Late payruns',
    ]);
    expect(titlesAt(exactPath)).toEqual([]);
    const { data } = await read<Notices>(manager as Call, '/notices');
    expect(data.find(({ kind }) => kind === 'view.more')?.overAt).not.toBeNull();
  });

  it('is sent once when there is none for M minutes, and once when there is one again', async () => {
    const [rule, path] = await watching('v.none', { when: 'none', minutes: 60 });
    await eventually(() => titlesAt(path).length === 1);
    await looks(rule);
    expect(titlesAt(path)).toEqual(['view.none No events for 60 min: Late payruns']);
    await noticing.stack.publisher.publish(success('v.none', secondsAgo(1)));
    await listed('v.none', 1);
    await looks(rule);
    await eventually(() => titlesAt(path).length === 2);
    await looks(rule);
    expect(titlesAt(path)[1]).toBe('view.over As usual again: Late payruns');
    expect(titlesAt(path)).toHaveLength(2);
  });

  it('misses nothing while Portico is behind, and notices afterwards what is still missing', async () => {
    const behind = (kind: string) =>
      database.query(
        `insert into transitions (kind, subject, at, created_at, snapshot) values ($1, 'platform', now(), now(), '{}')`,
        [kind],
      );
    await behind('platform.behind');
    const [rule, path] = await watching('v.behind', { when: 'none', minutes: 60 });
    await looks(rule);
    await looks(rule);
    await behind('platform.caught_up');
    expect((await database.query('select 1 from transitions where subject = $1', [`rule:${rule.id}`])).rowCount).toBe(
      0,
    );
    await looks(rule);
    await eventually(() => titlesAt(path).length === 1);
    expect(titlesAt(path)).toEqual(['view.none No events for 60 min: Late payruns']);
  });

  it("sees what its owner sees: another organization's events are none", async () => {
    await noticing.stack.publisher.publish(failure('v.acme', secondsAgo(1)));
    await listed('v.acme', 1);
    const view = { name: 'Theirs', search: { event: 'v.acme' }, when: 'more', count: 0, minutes: 60 };
    const on = ['view.more', 'view.over'];
    const [theirs, ours] = await Promise.all([
      newRule(stranger as Call, [], { on, view }),
      newRule(manager as Call, [], { on, view }),
    ]);
    await readUntil<Notices>(manager as Call, '/notices', ({ data }) =>
      data.some(({ subject }) => subject === `rule:${ours.id}`),
    );
    await looks(theirs);
    await looks(theirs);
    const rules = await read<Page<Rule>>(stranger as Call, '/rules');
    expect(rules.data.map(({ id, lastNoticeAt }) => [id, lastNoticeAt])).toEqual([[theirs.id, null]]);
  });
});
