import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { mark, readUntil } from './alerts.ts';
import { databaseOf, later } from './later.ts';
import { newChannel, newRule, type Noticing, startNoticing } from './noticing.ts';

jest.setTimeout(120_000);

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();
const MINUTE = new Date(NOW - (NOW % 60_000)).toISOString();
const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
let noticing: Noticing;
let database: Client;
let admin: Call;
let manager: Call;
let viewer: Call;
let stranger: Call;

/** Publishes the given number of failures and waits for their episode. The trouble threshold is 3 failures. */
async function fails(
  event_name: string,
  failures: number,
  changes: { organization_id?: number; source_id?: number } = {},
) {
  const counts = [{ partition: 0, minute: MINUTE, total: failures, failures }];
  await noticing.stack.activity(mark({ failure: NOW }, { event_name, counts, ...changes }));
  await readUntil<Page<Episode>>(admin, `/episodes?event=${event_name}`, ({ count }) => count === 1);
}
const digestsOf = async (call: Call): Promise<Notices['data']> =>
  (await read<Notices>(call, '/notices?limit=100')).data.filter(({ kind }) => kind === 'digest.below');
/** Restarts alerts, which writes due digests at the start. */
const restart = async (): Promise<void> => {
  await noticing.stack.kill();
  await noticing.stack.start();
};

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
  const { stack } = noticing;
  admin = await stack.furnish();
  [viewer, manager, stranger] = (await Promise.all([5, 6, 7].map((id) => stack.as('CLIENT', id)))) as [
    Call,
    Call,
    Call,
  ];
  for (const [call, integration] of [
    [manager, 1],
    [stranger, 2],
  ] as const) {
    const body = { minutes: 5, trouble: { failures: 3, share: 20, minutes: 10 } };
    expect((await call('PUT', `/episodes/integrations/${integration}/settling`, body)).status).toBe(200);
  }
  database = await databaseOf(stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

describe('a day of failures below the threshold', () => {
  it('adds a read inbox entry for each person with a matching rule, and sends a mail for each rule with a digest', async () => {
    await newRule(viewer, [], { on: ['episode.opened'] });
    await newRule(manager, [], { on: ['episode.opened'] }, ORGANIZATION);
    await newRule(admin, [], { on: ['episode.opened'] }, { owner: 'product' });
    const prompt = await newChannel(viewer, { type: 'email', address: 'user5@portico.test' });
    await newRule(viewer, [prompt.id], { on: ['episode.opened'] });
    const daily = await newChannel(manager, { type: 'email', address: 'user6@portico.test' });
    await newRule(manager, [daily.id], { on: ['episode.opened'], digest: 'daily' });
    await fails('d.one', 1);
    await fails('d.two', 2);
    await fails('d.trouble', 3);
    await fails('d.globex', 1, { organization_id: 2, source_id: 2 });
    await readUntil<Notices>(viewer, '/notices', ({ data }) => data.some(({ eventName }) => eventName === 'd.trouble'));
    const before = await read<Notices>(viewer, '/notices');
    const trouble = before.data.find(({ eventName }) => eventName === 'd.trouble');
    const textIn = async (zone: string) =>
      (await read<Notices>(viewer, `/notices?zone=${zone}`)).data.find(({ id }) => id === trouble?.id)?.text;
    expect(trouble?.text).toMatch(/\d\d:\d\d UTC/);
    expect(await textIn('Asia/Kolkata')).toMatch(/\d\d:\d\d GMT\+5:30 \(Asia\/Kolkata\)/);
    expect(await textIn('Mars/Olympus')).toBe(trouble?.text);
    expect(await digestsOf(viewer)).toEqual([]);

    await database.query(`update episodes set opened_at = opened_at - interval '1 day'`);
    await restart();
    const entries = await eventually(async () => {
      const found = await digestsOf(viewer);
      return found.length > 0 && found;
    });
    const acme = '2 episodes of 1 integration stayed below the threshold';
    expect(entries).toMatchObject([{ title: acme, isRead: true, link: '/episodes?state=over', overAt: null }]);
    expect((await read<Notices>(viewer, '/notices')).unread).toBe(before.unread);
    expect(await digestsOf(manager)).toMatchObject([{ title: acme }]);
    expect(await digestsOf(admin)).toMatchObject([
      { title: '3 episodes of 2 integrations stayed below the threshold' },
    ]);
    expect(await digestsOf(stranger)).toEqual([]);

    await restart();
    await later(database, DAY);
    const mail = await eventually(() =>
      noticing.mailsTo('user6@portico.test').find(({ text }) => text.includes('stayed below the threshold')),
    );
    expect(mail.subject).toBe('2 notices in your summary');
    expect(mail.text).toContain('d.trouble of payroll started failing');
    expect(mail.text).toContain(acme);
    expect(noticing.mailsTo('user5@portico.test').filter(({ text }) => text.includes('below the threshold'))).toEqual(
      [],
    );
    for (const call of [viewer, manager, admin]) expect(await digestsOf(call)).toHaveLength(1);
  });

  it('causes no digest for a person without a matching rule', async () => {
    await newRule(stranger, [], { on: ['integration.silent'] });
    await newRule(stranger, [], { on: ['episode.opened'], filter: { eventName: 'd.other' } });
    await database.query(`delete from notices where kind = 'digest.below'`);
    await restart();
    await eventually(async () => (await digestsOf(admin)).length === 1);
    expect(await digestsOf(stranger)).toEqual([]);
  });
});
