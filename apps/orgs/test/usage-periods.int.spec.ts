import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, STARTING } from '@portico/testkit';
import { type Metering, startMetering } from './metering.ts';
import { newId } from './orgs.ts';

const DAY = 86_400_000;

describe('the periods of an entitlement', () => {
  let metering: Metering;

  beforeAll(async () => {
    metering = await startMetering();
  }, 2 * STARTING);
  afterAll(() => metering?.stack.stop());

  it('apply a changed meter only from the next period on', async () => {
    const { owner, usedOf, usageOf, publish, put } = metering;
    const key = `changed-${newId()}`;
    const owned = await owner(key);
    await put(key, { where: 'status:FAILURE', measure: 'events' });
    await publish(owned, { result: 'FAILURE' }, { result: 'SUCCESS' });
    await eventually(async () => (await usedOf(owned, key)) === 1);
    expect((await put(key, { where: '', measure: 'events' })).body).toMatchObject({ version: 2 });
    await publish(owned, { result: 'SUCCESS' }, { result: 'FAILURE' });
    await eventually(async () => (await usedOf(owned, key)) === 2);
    expect((await usageOf(owned))[0]?.value).toBe('2');
  });

  it("follow the organization's calendar month, and apply another time zone from the next month on", async () => {
    const { orgs, owner, usageOf, put, endPeriods } = metering;
    const key = `zoned-${newId()}`;
    const owned = await owner(key);
    const settings = `/organizations/${owned.organization}`;
    expect((await owned.member('PUT', settings, { timeZone: 'Asia/Tokyo' })).status).toBe(403);
    for (const timeZone of ['Mars/Olympus', '+05:30', 'x'.repeat(200)])
      expect((await orgs('PUT', settings, { timeZone })).status).toBe(400);
    expect((await orgs('PUT', settings, { timeZone: 'Asia/Tokyo' })).body).toMatchObject({ timeZone: 'Asia/Tokyo' });
    await put(key, { where: '', measure: 'events' });
    const [first] = await eventually(async () => {
      const found = await usageOf(owned);
      return found.length > 0 && found;
    });
    expect(first?.startsAt.slice(11)).toBe('15:00:00.000Z');
    expect(first?.timeZone).toBe('Asia/Tokyo');
    expect((await orgs('PUT', settings, { timeZone: '' })).body).toMatchObject({ timeZone: null });
    await eventually(async () => ((await usageOf(owned))[0]?.countedTo ?? '') > (first?.startsAt ?? ''));
    await endPeriods(key);
    const [next, ended] = await eventually(async () => {
      const found = await usageOf(owned);
      return found.length === 2 && found;
    });
    expect([next?.startsAt, next?.timeZone, ended?.timeZone]).toEqual([ended?.endsAt, 'UTC', 'Asia/Tokyo']);
    expect(next?.endsAt).toMatch(/-01T00:00:00.000Z$/);
  });

  it("follow the subscription's billing period, and begin the next period only after the subscription is renewed", async () => {
    const { owner, renew, usedOf, usageOf, publish, put } = metering;
    const key = `billed-${newId()}`;
    const [before, ended, later] = [-30 * DAY, -60_000, 30 * DAY].map((from) =>
      new Date(Date.now() + from).toISOString(),
    );
    if (!before || !ended || !later) throw new Error('no moments');
    const owned = await owner(key, { period: { startsAt: before, endsAt: ended } });
    await put(key, { where: '', measure: 'events', period: 'subscription' });
    const [first] = await eventually(async () => {
      const found = await usageOf(owned);
      return found.length > 0 && found[0]?.state === 'frozen' && found;
    });
    expect([first?.startsAt, first?.endsAt, first?.events]).toEqual([before, ended, 0]);
    await publish(owned, {}, {});
    expect(await usageOf(owned)).toHaveLength(1);
    await renew(owned, key, { period: { startsAt: ended, endsAt: later } });
    await eventually(async () => (await usedOf(owned, key)) === 2);
    const [next] = await usageOf(owned);
    expect([next?.startsAt, next?.endsAt, next?.events]).toEqual([ended, later, 2]);
  });
});
