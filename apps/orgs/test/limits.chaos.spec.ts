import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, randomFrom, SEED, STARTING } from '@portico/testkit';
import { limitingOf } from './limiting.ts';
import { type Metering, startMetering } from './metering.ts';
import { newId } from './orgs.ts';

const ROUNDS = 5;
const TIMEOUT_MS = 300_000;
const SOON = 120_000;

describe(`an entitlement with a hard limit, seed ${SEED}`, () => {
  let metering: Metering;

  beforeAll(async () => {
    metering = await startMetering();
  }, 2 * STARTING);
  afterAll(() => metering?.stack.stop());

  it(
    'loses no event while the events and orgs services are killed at its limit, and counts all events after the limit is raised',
    async () => {
      const { stack, owner, put, publish, usedOf, usageOf, evidence } = metering;
      const { untilRejected, rejectedOf, redrive, allow, listed } = limitingOf(metering);
      const random = randomFrom(SEED);
      const key = `killed-${newId()}`;
      const owned = await owner(key, { allowed: 4 });
      await put(key, { where: '', measure: 'events', hard: true });
      await publish(owned, {}, {}, {}, {});
      await untilRejected(owned, true);
      let published = 4;
      for (let round = 0; round < ROUNDS; round += 1) {
        const count = 1 + Math.floor(random() * 5);
        await publish(owned, ...Array.from({ length: count }, () => ({})));
        published += count;
        await stack.crash(random() < 0.7 ? 'events' : 'orgs');
      }
      const rejected = await eventually(async () => {
        const rows = await rejectedOf(owned);
        return (await listed(owned)) + rows.filter(({ isListed }) => !isListed).length === published && rows;
      }, SOON);
      expect(rejected.length).toBeGreaterThan(0);
      await allow(owned, 1_000);
      await untilRejected(owned, false);
      await redrive(owned);
      await eventually(async () => (await usedOf(owned, key)) === published, SOON);
      const [period] = await usageOf(owned);
      if (!period) throw new Error('no period');
      expect([await listed(owned), period.events, await evidence(period)]).toEqual([published, published, published]);
    },
    TIMEOUT_MS,
  );
});
