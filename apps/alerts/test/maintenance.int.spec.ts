import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Maintenance } from '@portico/contracts/http/maintenance';
import type { Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { failure, furnishIntegration, success } from './failures.ts';
import { databaseOf } from './later.ts';
import { endNow, ofIntegration, ofOrganization, once, plan, reason } from './maintenance.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(120_000);

const SECOND = 1_000;
let noticing: Noticing;
let database: Client;
let admin: Call;
let manager: Call;
let viewer: Call;
let stranger: Call;

beforeAll(async () => {
  noticing = await startNoticing();
  admin = await noticing.stack.furnish();
  const { as } = noticing.stack;
  [manager, viewer, stranger] = await Promise.all([as('CLIENT', 6), as('CLIENT', 5), as('CLIENT', 7)]);
  database = await databaseOf(noticing.stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const publish: Noticing['stack']['publisher']['publish'] = (...events) => noticing.stack.publisher.publish(...events);
const titlesAt = (path: string): string[] =>
  noticing
    .hooksAt(path)
    .map(({ title }) => title)
    .filter((title) => /^(episode|maintenance)\./.test(title))
    .toReversed();
const inboxOf = async (call: Call, about: string): Promise<string[]> =>
  (await read<Notices>(call, '/notices?limit=100')).data
    .map(({ title }) => title)
    .filter((title) => title.includes(about));
const numberOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await database.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);
const summaries = ({ id }: Maintenance): Promise<number> =>
  numberOf('transitions where subject = $1', `maintenance:${id}`);

describe('maintenance of an integration', () => {
  it('holds notices and, at its end, sends one summary and the notices of open problems', async () => {
    const [integration, path] = [21, '/webhook/maintained'];
    await furnishIntegration(noticing, admin, integration);
    const { id: channel } = await verifiedWebhook(noticing, manager, path);
    await newRule(manager, [channel], { filter: { integrationId: integration } });
    const window = await plan(manager, ofIntegration(integration));
    expect(window).toMatchObject({ state: 'current', organization: 'Acme', createdBy: 'Mara Manager' });
    const of = { source_id: integration };
    await publish(failure('m.open', of), failure('m.over', of), failure('m.over', of, 1));
    const held = `pending_notices where channel_id = $1 and due_at > now() + interval '10 minutes'`;
    await eventually(async () => (await numberOf(held, channel)) === 2);
    const rows = await read<Page<Episode>>(viewer, `/episodes?integration=${integration}`);
    const to = window.next[0]?.to;
    expect(rows.data.map(({ maintenance }) => maintenance)).toEqual([
      { until: to, reason },
      { until: to, reason },
    ]);
    await publish(success('m.over', of, 2));
    await readUntil<Page<Episode>>(viewer, '/episodes?event=m.over&state=over', ({ count }) => count === 1);
    expect(await inboxOf(manager, `integration ${integration}`)).toEqual([]);
    expect(titlesAt(path)).toEqual([]);
    expect(await endNow(manager, window)).toMatchObject({ state: 'past', next: [] });
    const summary = `Maintenance of integration ${integration} is over: 3 failures in 2 episodes, 1 still failing`;
    const opened = `m.open of integration ${integration} started failing`;
    await eventually(() => titlesAt(path).length === 2);
    expect(titlesAt(path).toSorted()).toEqual([`episode.opened ${opened}`, `maintenance.over ${summary}`]);
    await eventually(async () => (await inboxOf(manager, `integration ${integration}`)).length === 2);
    expect((await inboxOf(manager, `integration ${integration}`)).toSorted()).toEqual([summary, opened].toSorted());
    await eventually(
      async () => (await numberOf(`pending_notices where channel_id = $1 and never = 'maintenance'`, channel)) === 1,
    );
    await publish(success('m.open', of, 2));
    await eventually(() => titlesAt(path).includes(`episode.closed m.open of integration ${integration} works again`));
    expect(titlesAt(path)).toHaveLength(3);
    const after = await read<Page<Episode>>(viewer, `/episodes?integration=${integration}&state=over`);
    expect(after.data.map(({ maintenance }) => maintenance)).toEqual([null, null]);
  });

  it("does not hold the notice of an episode's end if the beginning was sent before the maintenance", async () => {
    const [integration, path] = [22, '/webhook/before'];
    await furnishIntegration(noticing, admin, integration);
    const { id: channel } = await verifiedWebhook(noticing, manager, path);
    await newRule(manager, [channel], { filter: { integrationId: integration } });
    const of = { source_id: integration };
    await publish(failure('b.before', of));
    await eventually(() => titlesAt(path).length === 1);
    const window = await plan(manager, ofOrganization(1));
    await publish(success('b.before', of));
    await eventually(() => titlesAt(path).length === 2);
    expect(titlesAt(path)[1]).toBe(`episode.closed b.before of integration ${integration} works again`);
    await endNow(manager, window);
    await eventually(async () => (await summaries(window)) === 1);
  });

  it('ends once by itself even if one of several processes is killed', async () => {
    const windows: Maintenance[] = [];
    for (let count = 0; count < 6; count += 1)
      windows.push(await plan(manager, ofIntegration(1), once((2 + count) * SECOND)));
    const other = await noticing.stack.startAnother();
    await eventually(async () => (await summaries(windows[0] as Maintenance)) === 1);
    await noticing.stack.kill();
    await eventually(async () => (await numberOf('maintenance_windows where starts_at is not null')) === 0, 60_000);
    await noticing.stack.start();
    await other.stop();
    for (const window of windows) expect(await summaries(window)).toBe(1);
  });
});

describe('maintenance of the product', () => {
  it('causes one summary for administrators, and one summary per organization with the counts of this organization', async () => {
    await furnishIntegration(noticing, admin, 23);
    const rule = { on: ['episode.opened'] };
    await newRule(admin, [], rule, { owner: 'product' });
    await newRule(stranger, [], rule, { owner: 'organization', organizationId: 2 });
    const window = await plan(admin, { scope: 'product' });
    await publish(
      failure('p.acme', { source_id: 23 }),
      failure('p.globex', { organization_id: 2, source_id: 2 }),
      failure('p.globex', { organization_id: 2, source_id: 2 }, 1),
    );
    await readUntil<Page<Episode>>(admin, '/episodes?event=p.acme', ({ count }) => count === 1);
    await readUntil<Page<Episode>>(
      admin,
      '/episodes?event=p.globex',
      ({ data }) => data[0]?.maintenance?.reason === reason,
    );
    await endNow(admin, window);
    const globex = 'Maintenance of Globex is over: 2 failures in 1 episode, 1 still failing';
    await eventually(async () => (await inboxOf(stranger, 'Maintenance of Globex')).length === 1);
    expect(await inboxOf(stranger, 'Maintenance of')).toEqual([globex]);
    await eventually(async () => (await inboxOf(admin, 'Maintenance of Portico')).length === 1);
    expect(await inboxOf(admin, 'Maintenance of Globex')).toEqual([]);
  });
});
