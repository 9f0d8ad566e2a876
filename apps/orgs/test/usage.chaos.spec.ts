import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventUsage } from '@portico/contracts/http/event-usage';
import { eventually, randomFrom, read, SEED, STARTING } from '@portico/testkit';
import { type Metering, startMetering } from './metering.ts';
import { type OwnClickHouse, startOwnClickHouse } from './own-clickhouse.ts';
import { newId } from './orgs.ts';

const ROUNDS = 6;
const LONGEST = 300_000;
const SOON = 120_000;

describe(`used counts of seed ${SEED}`, () => {
  let metering: Metering;
  let clickhouse: OwnClickHouse;

  beforeAll(async () => {
    clickhouse = await startOwnClickHouse();
    metering = await startMetering({ CLICKHOUSE_URL: clickhouse.url });
  }, 2 * STARTING);
  afterAll(async () => {
    await metering?.stack.stop();
    await clickhouse?.stop();
  });

  it(
    'equal the rows of their links after orgs, events and ClickHouse were killed while counting and freezing',
    async () => {
      const { stack, events, owner, usedOf, usageOf, publish, put, evidence, endPeriods } = metering;
      const random = randomFrom(SEED);
      const victims = [() => stack.crash('orgs'), () => stack.crash('events'), () => clickhouse.kill()];
      const key = `killed-${newId()}`;
      const owners = [await owner(key), await owner(key)];
      await put(key, { where: 'status:SUCCESS', measure: 'events' });
      const expected = [0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, one] of owners.entries()) {
          const count = Math.floor(random() * 5);
          await publish(one, ...Array.from({ length: count }, () => ({})), { result: 'FAILURE' as const });
          expected[index] = (expected[index] ?? 0) + count;
        }
        await victims[Math.floor(random() * victims.length)]?.();
      }
      for (const [index, one] of owners.entries())
        await eventually(async () => (await usedOf(one, key)) === expected[index], SOON);
      // The period ends now, and what freezes it is killed.
      await endPeriods(key);
      for (const kill of victims.toSorted(() => random() - 0.5)) await kill();
      for (const [index, one] of owners.entries()) {
        const frozen = await eventually(async () => (await usageOf(one)).find(({ state }) => state === 'frozen'), SOON);
        expect([frozen.value, frozen.events]).toEqual([String(expected[index]), expected[index]]);
        expect(await evidence(frozen)).toBe(expected[index]);
        const search = new URLSearchParams({
          where: 'status:SUCCESS',
          organizations: String(one.organization),
          arrivedFrom: frozen.startsAt,
          arrivedTo: frozen.endsAt,
        });
        const { data } = await read<EventUsage>(events, `/events/usage?${search.toString()}`);
        expect(data[0]?.digest ?? '0'.repeat(32)).toBe(frozen.digest);
      }
    },
    LONGEST,
  );
});
