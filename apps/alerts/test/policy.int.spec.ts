import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Episode } from '@portico/contracts/http/episodes';
import type { CaughtHook } from '@portico/stack/hooks';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { failure, furnishIntegration, success } from './failures.ts';
import { databaseOf, later } from './later.ts';
import { codeIn, newChannel, newRule, type Noticing, valueAt, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(180_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let noticing: Noticing;
let database: Client;
let manager: Call;
let admin: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '30', NOTICE_GROUP_SECONDS: '300' });
  admin = await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const passes = (milliseconds: number): Promise<void> => later(database, milliseconds);
/** Returns the messages with notices that a channel received, oldest first. */
const messagesAt = (path: string): CaughtHook[] =>
  noticing
    .hooksAt(path)
    .filter(({ title }) => !/verification|^Verif|^✔ Verif/.test(title))
    .toReversed();
const titlesAt = (path: string): string[] => messagesAt(path).map(({ title }) => title);
const publish = (...events: readonly IntegrationEvent[]) => noticing.stack.publisher.publish(...events);
const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}.${index}`);
const wait = () => passes(31 * SECOND);

/** Creates a verified channel to a Slack room of its own. */
async function slackRoom(path: string): Promise<number> {
  const { id } = await newChannel(manager, { type: 'slack', webhookUrl: noticing.address(path) });
  const sent = await eventually(() => noticing.hooksAt(path)[0]);
  await manager('POST', `/channels/${id}/verify`, { code: codeIn(JSON.stringify(sent.body)) });
  return id;
}

describe('transitions of one organization within five minutes', () => {
  it('are sent as one message that lists twenty notices and counts the rest', async () => {
    const [integration, path] = [11, '/slack/services/T0/B0/grouped'];
    await furnishIntegration(noticing, admin, integration);
    const channel = await slackRoom(path);
    await newRule(manager, [channel], { filter: { integrationId: integration } });
    const fails = (...events: readonly string[]) =>
      publish(...events.map((name, index) => failure(name, { source_id: integration }, index / 60)));
    await fails('g.first');
    await eventually(async () => (await planned(integration)) === 1);
    await wait();
    await eventually(() => titlesAt(path).length === 1);
    await fails(...names('g', 25));
    await eventually(async () => (await planned(integration)) === 26);
    await wait();
    await eventually(async () => (await waiting(channel)) === 25);
    expect(titlesAt(path)).toEqual([`g.first of integration ${integration} started failing`]);
    await passes(5 * MINUTE);
    const grouped = await eventually(() => messagesAt(path)[1]);
    expect(grouped).toMatchObject({ title: '25 notices of Acme', refused: null });
    const blocks = JSON.stringify(valueAt(grouped, 'blocks'));
    for (const name of names('g', 20)) expect(blocks).toContain(`|${name} of `);
    expect(blocks).not.toContain('|g.20 of ');
    expect(blocks).toContain('and 5 more');
    await passes(5 * MINUTE);
    await fails('g.last');
    await eventually(async () => (await planned(integration)) === 27);
    await wait();
    await eventually(() => titlesAt(path).some((title) => title.startsWith('g.last')));
    expect(titlesAt(path)).toHaveLength(3);
  });
});

describe('a problem that ends within thirty seconds', () => {
  it('causes no message', async () => {
    const [integration, path] = [12, '/webhook/short'];
    await furnishIntegration(noticing, admin, integration);
    const { id } = await verifiedWebhook(noticing, manager, path);
    await newRule(manager, [id], { filter: { integrationId: integration } });
    await publish(failure('s.short', { source_id: integration }));
    await eventually(async () => (await planned(integration)) === 1);
    await publish(success('s.short', { source_id: integration }));
    await publish(failure('s.long', { source_id: integration }));
    await eventually(async () => (await planned(integration)) === 3);
    await wait();
    await eventually(() => titlesAt(path).some((title) => title.includes('s.long')));
    expect(titlesAt(path)).toHaveLength(1);
    expect(await waiting(id)).toBe(0);
  });
});

describe('a channel that has reached its hourly limit', () => {
  it('receives the notices beyond the limit later, as one summary', async () => {
    const [integration, path] = [13, '/webhook/budget'];
    await furnishIntegration(noticing, admin, integration);
    const { id } = await verifiedWebhook(noticing, manager, path);
    await newRule(manager, [id], { filter: { integrationId: integration } });
    await publish(...names('b', 25).map((name) => failure(name, { source_id: integration })));
    await eventually(async () => (await planned(integration)) === 25);
    await wait();
    await eventually(async () => titlesAt(path).length === 20 && (await waiting(id)) === 5, 60_000);
    await passes(30 * MINUTE);
    await publish(failure('b.late', { source_id: integration }));
    await eventually(async () => (await planned(integration)) === 26);
    await wait();
    await eventually(async () => (await postponed(id)) === 6);
    expect(titlesAt(path)).toHaveLength(20);
    await passes(HOUR);
    const summary = await eventually(() => messagesAt(path)[20]);
    expect(summary).toMatchObject({ title: 'portico.summary 6 notices held back within the last hour', refused: null });
    expect(valueAt(summary, 'data', 'notices')).toHaveLength(6);
    await eventually(async () => (await waiting(id)) === 0);
    expect(titlesAt(path)).toHaveLength(21);
  });
});

describe('quiet hours', () => {
  const clock = (moment: number): string => new Date(moment).toISOString().slice(11, 16);

  it('hold all notices except those about FATAL events, and afterwards report a problem that has ended in one notice', async () => {
    const [integration, path, now] = [14, '/webhook/quiet', Date.now()];
    await furnishIntegration(noticing, admin, integration);
    const { id } = await verifiedWebhook(noticing, manager, path);
    const quietHours = { zone: 'UTC', from: clock(now - HOUR), to: clock(now + 3 * HOUR) };
    const rule = await newRule(manager, [id], { filter: { integrationId: integration }, quietHours });
    const of = { source_id: integration };
    await publish(failure('q.open', of), failure('q.past', of), failure('q.fatal', { ...of, severity_text: 'FATAL' }));
    await eventually(async () => (await planned(integration)) === 3);
    await wait();
    await eventually(() => titlesAt(path).some((title) => title.includes('q.fatal')));
    await publish(success('q.past', of));
    await eventually(async () => (await planned(integration)) === 4);
    await eventually(async () => (await waiting(id)) === 2);
    expect(titlesAt(path)).toHaveLength(1);
    // Moves the rule's quiet hours into the past instead of waiting for their end.
    const morning = { zone: 'UTC', from: clock(now - 4 * HOUR), to: clock(now - MINUTE) };
    const body = { on: rule.on, filter: { integrationId: integration }, channels: [id], quietHours: morning };
    expect((await manager('PUT', `/rules/${rule.id}`, body)).status).toBe(200);
    await passes(4 * HOUR);
    const [, ...sent] = await eventually(() => messagesAt(path).length === 3 && messagesAt(path));
    const data = sent.map((hook) => valueAt(hook, 'data') as { title: string; text: string; over_at: string | null });
    const past = data.find(({ title }) => title.startsWith('q.past'));
    expect(past?.over_at).not.toBeNull();
    expect(past?.text).toMatch(/^From [^.]+ to [^.]+: \d min\. Bank rejected the file$/);
    expect(data.find(({ title }) => title.startsWith('q.open'))?.over_at).toBeNull();
    expect(await waiting(id)).toBe(0);
    expect(titlesAt(path).filter((title) => title.startsWith('episode.closed'))).toEqual([]);
  });
});

describe('a digest', () => {
  it.each([
    ['daily', 15, DAY],
    ['weekly', 16, 7 * DAY],
  ] as const)('contains all notices of its period in one mail: %s', async (digest, integration, span) => {
    await furnishIntegration(noticing, admin, integration);
    const { id } = await newChannel(manager, { type: 'email', address: 'user6@portico.test' });
    await newRule(manager, [id], { filter: { integrationId: integration }, digest });
    const of = { source_id: integration };
    await publish(failure(`${digest}.one`, of), failure(`${digest}.two`, of));
    await eventually(async () => (await planned(integration)) === 2);
    await wait();
    await eventually(async () => (await waiting(id)) === 2);
    const mails = () => noticing.mailsTo('user6@portico.test').filter(({ text }) => text.includes(`${digest}.`));
    expect(mails()).toEqual([]);
    await passes(span);
    const mail = await eventually(() => mails()[0]);
    expect(mail.subject).toBe('2 notices in your summary');
    for (const name of ['one', 'two']) expect(mail.text).toContain(`${digest}.${name} of integration`);
    expect(await waiting(id)).toBe(0);
    expect(mails()).toHaveLength(1);
  });
});

describe('a reminder', () => {
  it('is sent once a day as one message about all open notices that are not acknowledged', async () => {
    const [integration, path] = [17, '/slack/services/T0/B0/reminded'];
    await furnishIntegration(noticing, admin, integration);
    const channel = await slackRoom(path);
    await newRule(manager, [channel], { filter: { integrationId: integration }, remind: '24h' });
    const of = { source_id: integration };
    await publish(...['r.one', 'r.two', 'r.taken', 'r.over'].map((name) => failure(name, of)));
    await eventually(async () => (await planned(integration)) === 4);
    await wait();
    await eventually(() => titlesAt(path).includes('4 notices of Acme'));
    const { data } = await read<Page<Episode>>(manager, '/episodes?event=r.taken&state=live');
    await manager('POST', `/episodes/${data[0]?.id}/acknowledge`);
    await publish(success('r.over', of));
    await eventually(async () => (await planned(integration)) === 5);
    const day = async (sent: number): Promise<void> => {
      // Waits until all messages are recorded as sent, because the restarted service sends unrecorded messages again.
      await eventually(
        async () => (await numberOf(`deliveries where channel_id = $1 and state = 'pending'`, channel)) === 0,
      );
      await noticing.stack.kill();
      await passes(DAY);
      await noticing.stack.start();
      await eventually(() => reminders().length === sent);
    };
    const reminders = () => messagesAt(path).filter(({ title }) => title.startsWith('Still open'));
    await day(1);
    expect(reminders()[0]).toMatchObject({ title: 'Still open: 2 notices of Acme', refused: null });
    await day(2);
    const texts = reminders().map((hook) => JSON.stringify(valueAt(hook, 'blocks')));
    expect(texts.every((text) => text.includes('r.one') && text.includes('r.two'))).toBe(true);
    expect(texts.some((text) => text.includes('r.taken') || text.includes('r.over'))).toBe(false);
  });
});

const numberOf = async (sql: string, id: number): Promise<number> =>
  Number((await database.query<{ n: string }>(`select count(*) as n from ${sql}`, [id])).rows[0]?.n);
/** Counts the transitions of an integration whose notices have been written. */
const planned = (integration: number) =>
  numberOf('transitions where integration_id = $1 and planned_at is not null', integration);
/** Counts the notices that were not sent to a channel yet. */
const waiting = (channel: number) => numberOf('pending_notices where channel_id = $1 and due_at is not null', channel);
const postponed = (channel: number) => numberOf('pending_notices where channel_id = $1 and due_at > now()', channel);
