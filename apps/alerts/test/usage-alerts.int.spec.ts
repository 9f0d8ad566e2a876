import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntitlementState, MeteredPeriod } from '@portico/contracts/events/orgs';
import type { Notice, Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read, STARTING } from '@portico/testkit';
import type { Client } from 'pg';
import { databaseOf } from './later.ts';
import { newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

const monthOf = (month: number): MeteredPeriod => ({
  startsAt: new Date(Date.UTC(2026, month, 1)).toISOString(),
  endsAt: new Date(Date.UTC(2026, month + 1, 1)).toISOString(),
  where: '',
  hard: true,
});
const ALL = ['usage.50', 'usage.80', 'usage.100', 'usage.over'] as const;

describe('rules on the use of entitlements', () => {
  let noticing: Noticing;
  let database: Client;
  let manager: Call;
  let stranger: Call;

  beforeAll(async () => {
    noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
    await noticing.stack.furnish();
    manager = await noticing.stack.as('CLIENT', 6);
    stranger = await noticing.stack.as('CLIENT', 7);
    database = await databaseOf(noticing.stack);
  }, STARTING);
  afterAll(async () => {
    await database?.end();
    await noticing?.stop();
  });

  let version = 0;
  /** Publishes a change of an entitlement and waits until alerts has planned its notices. */
  const is = async (id: number, change: Partial<EntitlementState>): Promise<void> => {
    version += 1;
    const state = { allowedCount: 10, period: monthOf(0), name: 'Vouchers', version, ...change };
    await noticing.stack.publisher.entitlement(id, state);
    await eventually(async () => {
      const { rows } = await database.query<{ version: number; unplanned: number }>(
        `select version, (select count(*)::int from transitions where planned_at is null) as unplanned from usage_marks where id = $1`,
        [id],
      );
      return rows[0]?.version === state.version && rows[0].unplanned === 0;
    });
  };
  const inbox = async (call: Call): Promise<Notice[]> =>
    (await read<Notices>(call, '/notices?limit=100')).data.filter(({ kind }) => kind.startsWith('usage.'));
  const titles = async (call: Call): Promise<string[]> => (await inbox(call)).map(({ title }) => title);

  it('notify once per threshold and period, and once when usage falls below the threshold or a new period begins', async () => {
    const channel = await verifiedWebhook(noticing, manager, '/webhook/usage');
    await newRule(manager, [channel.id], { on: ['usage.80', 'usage.100', 'usage.over'] });
    await newRule(stranger, [], { on: ALL });
    await is(41, { usedCount: 7 });
    expect(await inbox(manager)).toEqual([]);
    await is(41, { usedCount: 9 });
    await is(41, { usedCount: 9, version });
    // Waits for running attempts, because a kill during an attempt delays the message by a lease of one minute.
    await eventually(async () => {
      const { rows } = await database.query<{ sent: number; open: number }>(
        `select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as open from deliveries`,
      );
      return rows[0]?.sent === 2 && rows[0].open === 0;
    });
    await noticing.stack.kill();
    await noticing.stack.start();
    await is(41, { usedCount: 10 });
    const [full, most, ...more] = await inbox(manager);
    expect(more).toEqual([]);
    expect(full).toMatchObject({
      kind: 'usage.100',
      title: 'Vouchers of Acme: 100 % used',
      text: expect.stringMatching(/^Since .+ UTC\. 10 of 10 used\. Portico rejects further events\.$/),
      link: '/organizations/1/billing',
      overAt: null,
    });
    expect(most).toMatchObject({ kind: 'usage.80', title: 'Vouchers of Acme: 80 % used', overAt: null });

    await is(41, { usedCount: 10, allowedCount: 12 });
    expect(await titles(manager)).toEqual(['Vouchers of Acme: below 100 % again', 'Vouchers of Acme: 80 % used']);
    await is(41, { usedCount: 12, allowedCount: 12 });
    await is(41, { usedCount: 10, allowedCount: 12, period: monthOf(1) });
    expect(await titles(manager)).toEqual([
      'Vouchers of Acme: 80 % used',
      'Vouchers of Acme: below 100 % again',
      'Vouchers of Acme: below 80 % again',
    ]);
    const sent = await eventually(() => {
      // The catcher lists the newest message first.
      const bodies = noticing.hooksAt('/webhook/usage').map(({ body }) => body as { type?: string });
      const kinds = bodies.flatMap(({ type }) => (type?.startsWith('usage.') ? type : [])).toReversed();
      return kinds.length === 5 && kinds;
    });
    expect(sent).toEqual(['usage.80', 'usage.100', 'usage.over', 'usage.over', 'usage.80']);
    expect(await inbox(stranger)).toEqual([]);
  });

  it('notify once for thresholds reached at the same time, even if a rule selects only the lower threshold', async () => {
    const other = await noticing.stack.as('CLIENT', 5);
    await newRule(other, [], { on: ['usage.50'] });
    await newRule(manager, [], { on: ['usage.over'] });
    const before = (await inbox(manager)).length;
    await is(42, { usedCount: 11, name: 'Seats' });
    expect(await titles(other)).toEqual(['Seats of Acme: 100 % used']);
    expect((await inbox(manager)).length).toBe(before + 1);
    // Only rules that got the beginning notice get the end notice, so a rule that selects only ends gets none.
    await is(42, { usedCount: 11, name: 'Seats', deletedAt: new Date().toISOString() });
    expect(await titles(other)).toEqual(['Seats of Acme: below 100 % again']);
    expect((await inbox(manager)).length).toBe(before + 1);
  });

  it('apply the organization filter of a rule but not its filters for integration, event and severity', async () => {
    const administrator = await noticing.stack.as('ADMIN', 900);
    const narrow = { integrationId: 1, eventName: 'payrun.completed', severity: 'FATAL' };
    const organizationId = null;
    await newRule(administrator, [], { on: ['episode.opened', 'usage.50'], filter: { organizationId, ...narrow } });
    await newRule(administrator, [], { on: ['usage.50'], filter: { ...narrow, organizationId: 2 } });
    await is(44, { usedCount: 6, name: 'Licences' });
    expect(await titles(administrator)).toEqual(['Licences of Acme: 50 % used']);
  });

  it('do not notify about an entitlement without a meter', async () => {
    const before = await titles(manager);
    await is(43, { usedCount: 10, period: null });
    expect(await titles(manager)).toEqual(before);
  });
});
