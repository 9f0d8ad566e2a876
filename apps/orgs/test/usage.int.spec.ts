import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usageChanged, type UsageState } from '@portico/contracts/events/usage';
import type { Meters, MeterPreview, UsageDetail } from '@portico/contracts/http/usage';
import { eventually, read, readTopic, STARTING } from '@portico/testkit';
import { type MeterFields, type Metering, startMetering } from './metering.ts';
import { newId } from './orgs.ts';

const DAY = 86_400_000;

describe('the use of an entitlement', () => {
  let metering: Metering;

  beforeAll(async () => {
    metering = await startMetering();
  }, 2 * STARTING);
  afterAll(() => metering?.stack.stop());

  // spec: D.86
  it('counts each event that matches its meter once, including earlier events of this month', async () => {
    const { stack, owner, usedOf, usageOf, publish, put, evidence, exported } = metering;
    const key = `payments-${newId()}`;
    const [one, other] = [await owner(key), await owner(key)];
    await publish(one, { result: 'SUCCESS' }, { result: 'FAILURE' }, { id: 'twice' }, { id: 'twice' });
    expect((await put(key, { where: 'status:SUCCESS', measure: 'events' })).status).toBe(200);
    await eventually(async () => (await usedOf(one, key)) === 2);
    await publish(one, { timestamp: new Date(Date.now() - 60 * DAY).toISOString() });
    await publish(other, {});
    await eventually(async () => (await usedOf(one, key)) === 3 && (await usedOf(other, key)) === 1);
    const [period] = await usageOf(one);
    expect(period).toMatchObject({ lookupKey: key, state: 'running', value: '3', used: '3', events: 3, digest: null });
    if (!period) throw new Error('no period');
    expect(await evidence(period)).toBe(3);
    const member = await stack.as('events', 'CLIENT', one.memberId);
    expect(await evidence(period, member)).toBe(3);
    expect(await exported(period)).toBe(3);
    const { days } = await read<UsageDetail>(one.member, `/usage/${period.id}`);
    expect(days).toEqual([{ day: new Date().toISOString().slice(0, 10), value: '3', events: 3 }]);
  });

  it.each<[MeterFields, string]>([
    [{ where: '', measure: 'distinct', field: 'account.id' }, '2'],
    [{ where: '', measure: 'sum', field: 'amount' }, '0.3'],
  ])('counts %j as an exact decimal', async (meter, expected) => {
    const { owner, usageOf, publish, put } = metering;
    const key = `measured-${newId()}`;
    const owned = await owner(key);
    await put(key, meter);
    await publish(
      owned,
      { details: { message: 'a', amount: 0.1, account: { id: 'x' } } },
      { details: { message: 'b', amount: '0.2', account: { id: 'y' } } },
      { details: { message: 'c', amount: 'much', account: { id: 'x' } } },
      { details: { message: 'd', account: { id: null } } },
    );
    await eventually(async () => (await usageOf(owned))[0]?.events === 4);
    expect((await usageOf(owned))[0]?.value).toBe(expected);
  });

  it('counts a distinct value once, even if it arrives again, and deletes the values when the period is frozen', async () => {
    const { owner, usageOf, publish, put, endPeriods, database } = metering;
    const key = `distinct-${newId()}`;
    const owned = await owner(key);
    await put(key, { where: '', measure: 'distinct', field: 'account' });
    const used = (account: string) => publish(owned, { details: { message: 'a', account } });
    const counted = (events: number) =>
      eventually(async () => (await usageOf(owned)).find((period) => period.events === events));
    await used('x');
    await used('y');
    expect((await counted(2)).value).toBe('2');
    await used('x');
    await used('z');
    expect((await counted(4)).value).toBe('3');
    await endPeriods(key);
    const frozen = await eventually(async () => (await usageOf(owned)).find(({ state }) => state === 'frozen'));
    expect([frozen.value, frozen.events]).toEqual(['3', 4]);
    const known = await database('select from usage_values where period_id = $1', [frozen.id]);
    expect(known.rowCount).toBe(0);
  });

  it('stays unchanged after its period is frozen, and has a reproducible digest', async () => {
    const { owner, usedOf, usageOf, publish, put, evidence, countedAgain, endPeriods } = metering;
    const key = `frozen-${newId()}`;
    const owned = await owner(key);
    await put(key, { where: '', measure: 'events' });
    await publish(owned, {}, {});
    await eventually(async () => (await usedOf(owned, key)) === 2);
    const [running] = await usageOf(owned);
    // Ends the month now.
    await endPeriods(key);
    await publish(owned, {});
    const frozen = await eventually(async () =>
      (await usageOf(owned)).find(({ id, state }) => id === running?.id && state === 'frozen'),
    );
    expect(frozen.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await countedAgain('', frozen)).toEqual({ value: '2', events: 2, digest: frozen.digest });
    expect([frozen.value, frozen.events, await evidence(frozen)]).toEqual(['2', 2, 2]);
    await eventually(async () => (await usedOf(owned, key)) === 1);
  });

  it('can be adjusted by an administrator, who must give a reason', async () => {
    const { orgs, owner, usedOf, usageOf, publish, put, database } = metering;
    const key = `adjusted-${newId()}`;
    await database(
      `insert into users (id, name, version) values (1, 'Ada', 0) on conflict (id) do update set name = excluded.name`,
    );
    const owned = await owner(key);
    await put(key, { where: '', measure: 'events' });
    await publish(owned, {}, {}, {});
    await eventually(async () => (await usedOf(owned, key)) === 3);
    const [period] = await usageOf(owned);
    const adjusted = await orgs('POST', `/usage/${period?.id}/adjustments`, { amount: '-2', reason: 'A retry' });
    expect(adjusted).toMatchObject({
      status: 201,
      body: { value: '3', used: '1', adjustments: [{ amount: '-2', reason: 'A retry', userId: 1, userName: 'Ada' }] },
    });
    expect(await usedOf(owned, key)).toBe(1);
    const most = { amount: '999999999999999999', reason: 'A slip' };
    expect((await orgs('POST', `/usage/${period?.id}/adjustments`, most)).status).toBe(201);
    expect(await usedOf(owned, key)).toBe(Number.MAX_SAFE_INTEGER);
    expect((await owned.member('POST', `/usage/${period?.id}/adjustments`, { amount: '1', reason: 'x' })).status).toBe(
      403,
    );
  });

  it('is published with each change, as a new version of the state of its period', async () => {
    const { stack, orgs, owner, usageOf, publish, put, database } = metering;
    const key = `published-${newId()}`;
    const owned = await owner(key);
    await put(key, { where: '', measure: 'events' });
    await publish(owned, {}, {});
    const period = await eventually(async () => (await usageOf(owned)).find(({ value }) => value === '2'));
    const topic = await readTopic(usageChanged.topic, stack.own.kafka);
    const states = (): UsageState[] =>
      topic.received
        .filter((record) => record.key === String(period.id))
        .map(({ value }) => (JSON.parse(value ?? '') as { data: UsageState }).data);
    try {
      await orgs('POST', `/usage/${period.id}/adjustments`, { amount: '-0.5', reason: 'A retry' });
      const { organizationId, lookupKey, startsAt, endsAt } = period;
      const moments = { startsAt, endsAt, deletedAt: null };
      const counted = { id: period.id, organizationId, lookupKey, state: 'running', value: '2', events: 2 };
      const adjusted = await eventually(() => states().find(({ used }) => used === '1.5'));
      expect(adjusted).toEqual({ ...counted, ...moments, used: '1.5', version: adjusted.version });
      await database(
        `update usage_periods set starts_at = starts_at - interval '1 month', ends_at = counted_to where id = $1`,
        [period.id],
      );
      const frozen = await eventually(() => states().find(({ state }) => state === 'frozen'));
      expect(frozen).toMatchObject({ ...counted, state: 'frozen', used: '1.5' });
      await orgs('POST', `/usage/${period.id}/adjustments`, { amount: '-1', reason: 'Another' });
      await eventually(() => states().some(({ used, state }) => used === '0.5' && state === 'frozen'));
      const versions = states().map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    } finally {
      await topic.stop();
    }
  });

  it.each([
    ['free text in the query', { where: 'refused', measure: 'events' }, 'searches the whole event'],
    ['the field arrived in the query', { where: 'arrived:>2026-01-01T00:00Z', measure: 'events' }, 'leave out arrived'],
    ["an integration's name in the query", { where: 'integration:payroll', measure: 'events' }, 'integration:#7'],
    ['an unknown field in the query', { where: 'colour:red', measure: 'events' }, 'colour'],
    ['a sum without a field', { where: '', measure: 'sum' }, 'Field'],
    ['a field although it counts events', { where: '', measure: 'events', field: 'amount' }, 'Field'],
  ])('cannot be counted by a meter with %s', async (_, meter, message) => {
    const { orgs, owner } = metering;
    const key = `refused-${newId()}`;
    await owner(key);
    const { status, body } = await orgs('PUT', `/meters/${key}`, meter);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });

  // spec: D.75
  it("is counted while another meter's query is rejected", async () => {
    const { owner, usedOf, usageOf, publish, put, database } = metering;
    const [refused, key] = [`too-much-${newId()}`, `sound-${newId()}`];
    const [one, other] = [await owner(refused), await owner(key)];
    for (const each of [refused, key]) await put(each, { where: '', measure: 'events' });
    await eventually(async () => (await usageOf(one)).length > 0 && (await usageOf(other)).length > 0);
    await database(`update usage_periods set question = '(' where lookup_key = $1`, [refused]);
    await publish(other, {}, {});
    await eventually(async () => (await usedOf(other, key)) === 2);
    await database(`update usage_periods set question = '' where lookup_key = $1`, [refused]);
    await publish(one, {});
    await eventually(async () => (await usedOf(one, refused)) === 1);
  });

  it('is hidden from members of other organizations, and can be previewed by an administrator', async () => {
    const { orgs, owner, usageOf, publish, put } = metering;
    const key = `tried-${newId()}`;
    const [owned, other] = [await owner(key), await owner(key)];
    await publish(owned, {});
    const preview = await eventually(async () => {
      const { body } = await orgs('POST', '/meters/preview', { where: '', measure: 'events' });
      return (body as MeterPreview).data.find(({ organizationId }) => organizationId === owned.organization);
    });
    expect(preview).toMatchObject({ value: '1', events: 1 });
    expect((await other.member('GET', `/organizations/${owned.organization}/usage`)).status).toBe(404);
    await put(key, { where: '', measure: 'events' });
    const [period] = await eventually(async () => {
      const found = await usageOf(owned);
      return found.length > 0 && found;
    });
    expect((await other.member('GET', `/usage/${period?.id}`)).status).toBe(404);
    expect((await owned.member('GET', `/usage/${period?.id}`)).status).toBe(200);
    const { data } = await read<Meters>(orgs, '/meters');
    expect(data.find(({ lookupKey }) => lookupKey === key)).toMatchObject({ organizations: 2, meter: { version: 1 } });
  });
});
