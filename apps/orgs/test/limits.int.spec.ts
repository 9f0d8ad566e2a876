import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, STARTING } from '@portico/testkit';
import { limitingOf } from './limiting.ts';
import { type Metering, startMetering } from './metering.ts';
import { newId } from './orgs.ts';

const FAILURE = { result: 'FAILURE' as const };

describe('an entitlement with a hard limit', () => {
  let metering: Metering;
  let limiting: ReturnType<typeof limitingOf>;

  beforeAll(async () => {
    metering = await startMetering();
    limiting = limitingOf(metering);
  }, 2 * STARTING);
  afterAll(() => metering?.stack.stop());

  it('rejects counted events at its limit, and counts the republished events after the limit is raised', async () => {
    const { owner, put, publish, usedOf, usageOf, evidence } = metering;
    const { untilRejected, rejectedOf, redrive, allow, listed, entitlementOf } = limiting;
    const key = `hard-${newId()}`;
    const [one, other] = [await owner(key, { allowed: 3 }), await owner(key, { allowed: 3 })];
    await put(key, { where: 'status:SUCCESS', measure: 'events', hard: true });
    await publish(one, {}, {}, {});
    await eventually(async () => (await usedOf(one, key)) === 3);
    await untilRejected(one, true);
    expect(await entitlementOf(one)).toMatchObject({ hard: true, usedCount: 3, allowedCount: 3 });
    await publish(one, {}, FAILURE, {});
    await publish(other, {});
    const rejected = await eventually(async () => {
      const rows = await rejectedOf(one);
      return rows.length === 2 && rows;
    });
    const rejection = {
      code: 'over_entitlement',
      reason: `the organization has used all that ${key} allows`,
      pointer: '',
    };
    expect(rejected.map((row) => row.rejection)).toEqual([rejection, rejection]);
    await eventually(async () => (await listed(one)) === 4 && (await listed(other)) === 1);

    // The redrive does not publish events that would be rejected again.
    expect((await redrive(one)).counts).toMatchObject({ published: 0, rejected: 2 });
    await allow(one, 4);
    await untilRejected(one, false);
    expect((await redrive(one)).counts).toMatchObject({ published: 2, rejected: 0 });
    // Both events arrived before the first event was counted. Events that arrive within a few seconds can therefore exceed the limit.
    await eventually(async () => (await usedOf(one, key)) === 5);
    const [period] = await usageOf(one);
    if (!period) throw new Error('no period');
    expect([period.events, await evidence(period), await usedOf(other, key)]).toEqual([5, 5, 1]);
    await eventually(async () => (await rejectedOf(one)).every(({ isListed }) => isListed));
    await untilRejected(one, true);
  });

  it('accepts events again when the limit becomes soft, and when the period ends', async () => {
    const { owner, put, publish, database } = metering;
    const { untilRejected } = limiting;
    const key = `soft-${newId()}`;
    const owned = await owner(key, { allowed: 1 });
    const meter = { where: '', measure: 'events' as const };
    expect((await put(key, { ...meter, hard: true })).body).toMatchObject({ version: 1, hard: true });
    await publish(owned, {});
    await untilRejected(owned, true);
    // The version is unchanged, because the same events count.
    expect((await put(key, meter)).body).toMatchObject({ version: 1, hard: false });
    await untilRejected(owned, false);
    await put(key, { ...meter, hard: true });
    await untilRejected(owned, true);
    // Ends the month in five seconds. The next month begins with a used count of 0.
    await database(`update usage_periods set ends_at = now() + interval '5 seconds' where lookup_key = $1`, [key]);
    await untilRejected(owned, false);
  });

  it('accepts events again after an adjustment of its used count', async () => {
    const { orgs, owner, put, publish, usageOf } = metering;
    const { untilRejected } = limiting;
    const key = `corrected-${newId()}`;
    const owned = await owner(key, { allowed: 2 });
    await put(key, { where: '', measure: 'events', hard: true });
    await publish(owned, {}, {});
    await untilRejected(owned, true);
    const [period] = await usageOf(owned);
    await orgs('POST', `/usage/${period?.id}/adjustments`, { amount: '-1', reason: 'A retry' });
    await untilRejected(owned, false);
  });
});
