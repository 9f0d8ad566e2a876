import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Channel } from '@portico/contracts/http/channels';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Notices } from '@portico/contracts/http/notices';
import type { Rule } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { mark, readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import { happens, newRule, type Noticing, valueAt, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

const PATH = '/webhook/upgraded';
const NOON = Date.now() - 60 * 60_000;
const NAMES = ['u.sent', 'u.unplanned', 'u.pending', 'u.queued'];

/** Statements that undo the migrations 0029 and 0030, so that the database is as the previous release left it. */
const BEFORE = [
  'drop index notices_digest_unique',
  'alter table notices drop column entry_id',
  'alter table rules drop column trouble',
  'alter table episodes drop column reached_rules',
  `insert into notice_reads (user_id, notice_id) select user_id, unnest(read_ids) from inbox_marks`,
  'alter table inbox_marks drop column read_ids',
  'alter table deliveries drop column link_used_at',
  `update transitions set snapshot = snapshot - 'audience'`,
  `delete from mikro_orm_migrations where name in ('0029-entries', '0030-rule-thresholds')`,
];
/** Writes the notice of a transition and its delivery plan for a channel, like the previous release. */
const PLAN = `with n as (
    insert into notices (rule_id, transition_id, owner, owner_user_id, kind, subject, organization_id, integration_id, event_name, at,
      created_at, title, text, link, inbox_at)
    select r.id, t.id, r.owner, r.user_id, t.kind, t.subject, t.organization_id, t.integration_id, t.event_name, t.at, t.created_at,
      t.event_name || ' of payroll started failing', 'Since then.', '/episodes/1', now()
    from transitions t, rules r where t.event_name = $1 and r.id = $2 returning id)
  insert into pending_notices (notice_id, channel_id, due_at) select n.id, $3, now() from n returning notice_id as id`;
/** Queues a message for a notice, as a copy of a sent message. */
const QUEUE = `with d as (
    insert into deliveries (channel_id, kind, organization_id, message, notices, state, next_at)
    select d.channel_id, d.kind, d.organization_id, jsonb_set(jsonb_set(jsonb_set(jsonb_set(d.message, '{id}',
        to_jsonb('notice-' || n.id)), '{lines,0,noticeId}', to_jsonb(n.id)), '{lines,0,subject}', to_jsonb(n.subject)),
        '{lines,0,title}', to_jsonb(n.title)), 1, 'pending', now()
    from deliveries d, notices n where d.kind = 'notice' and d.channel_id = $2 and n.id = $1 order by d.id limit 1 returning id)
  update pending_notices set due_at = null, delivery_id = (select id from d) where notice_id = $1`;

describe("the upgrade of the previous release's database", () => {
  let noticing: Noticing;
  let database: Client;
  let manager: Call;

  beforeAll(async () => {
    noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
    await noticing.stack.furnish();
    manager = await noticing.stack.as('CLIENT', 6);
    database = await databaseOf(noticing.stack);
    await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0 });
  }, 180_000);
  afterAll(async () => {
    await database?.end();
    await noticing?.stop();
  });

  const sent = (): string[] =>
    noticing.hooksAt(PATH).flatMap((hook) => {
      const [kind, name] = /^(episode\.\w+) (\S+)/.exec(hook.title)?.slice(1) ?? [];
      return kind ? Array.from({ length: hook.times }, () => `${kind} ${name}`) : [];
    });

  it('keeps rules, channels, open episodes and waiting messages, and repeats no message', async () => {
    const { id: channel } = await verifiedWebhook(noticing, manager, PATH);
    const rule = await newRule(manager, [channel], { filter: { eventName: 'u.sent' } });
    for (const name of NAMES) await happens(noticing, name, { failure: NOON });
    await readUntil<Page<Episode>>(manager, '/episodes?trouble=true', ({ count }) => count === NAMES.length);
    await eventually(async () => sent().length === 1 && (await read<Notices>(manager, '/notices')).count === 1);
    await eventually(
      async () =>
        (await database.query(`select from deliveries where state = 'sent' and kind = 'notice'`)).rowCount === 1,
    );
    await eventually(
      async () => (await database.query('select from transitions where planned_at is null')).rowCount === 0,
    );
    const [entry] = (await read<Notices>(manager, '/notices')).data;
    expect((await manager('POST', '/notices/read', { ids: [entry?.id] })).body).toEqual({ unread: 0 });

    await noticing.stack.kill();
    for (const statement of BEFORE) await database.query(statement);
    await database.query('update rules set filter_event_name = null');
    await database.query(`update transitions set planned_at = null where event_name = 'u.unplanned'`);
    await database.query(PLAN, ['u.pending', rule.id, channel]);
    const { rows } = await database.query<{ id: number }>(PLAN, ['u.queued', rule.id, channel]);
    await database.query(QUEUE, [rows[0]?.id, channel]);
    await noticing.stack.start();

    await eventually(() => sent().length >= NAMES.length);
    expect(await read<Channel>(manager, `/channels/${channel}`)).toMatchObject({ state: 'active', name: 'My webhook' });
    expect(await read<Rule>(manager, `/rules/${rule.id}`)).toMatchObject({ active: true, trouble: null, inbox: true });
    const open = await read<Page<Episode>>(manager, '/episodes?state=open');
    expect(open.data.map(({ eventName }) => eventName).toSorted()).toEqual(NAMES.toSorted());
    // Publishes the same records again, and then the end of each episode.
    for (const name of NAMES) await noticing.stack.activity(mark({ failure: NOON }, { event_name: name }));
    for (const name of NAMES) await happens(noticing, name, { failure: NOON, success: NOON + 60_000 });
    await eventually(() => sent().length >= 2 * NAMES.length);
    const left = `select from pending_notices where due_at is not null union all select from deliveries where state <> 'sent'`;
    await eventually(async () => (await database.query(left)).rowCount === 0);
    expect(sent().toSorted()).toEqual(
      ['closed', 'opened'].flatMap((what) => NAMES.map((name) => `episode.${what} ${name}`)).toSorted(),
    );
    const ids = noticing.hooksAt(PATH).flatMap((hook) => valueAt(hook, 'data', 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const inbox = await read<Notices>(manager, '/notices');
    expect(inbox.data.every(({ overAt }) => overAt !== null)).toBe(true);
    expect(inbox.data.find(({ id }) => id === entry?.id)).toMatchObject({ isRead: true });
  });
});
