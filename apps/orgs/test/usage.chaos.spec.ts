import { describe, expect, it } from '@jest/globals';
import { eventually, randomFrom, SEED } from '@portico/testkit';
import { useOwnMetering } from './own-clickhouse.ts';
import { newId } from './orgs.ts';

const ROUNDS = 6;
const TIMEOUT_MS = 300_000;
const SOON = 120_000;

describe(`used counts of seed ${SEED}`, () => {
  const own = useOwnMetering();

  it(
    'equal the numbers of events behind their evidence links after orgs, events and ClickHouse were killed while counting and freezing',
    async () => {
      const { metering, clickhouse } = own;
      const { stack, owner, usedOf, usageOf, publish, put, evidence, countedAgain, endPeriods } = metering;
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
      // Ends the period now, and kills the processes that freeze it.
      await endPeriods(key);
      for (const kill of victims.toSorted(() => random() - 0.5)) await kill();
      for (const [index, one] of owners.entries()) {
        const frozen = await eventually(async () => (await usageOf(one)).find(({ state }) => state === 'frozen'), SOON);
        expect([frozen.value, frozen.events]).toEqual([String(expected[index]), expected[index]]);
        expect(await evidence(frozen)).toBe(expected[index]);
        expect((await countedAgain('status:SUCCESS', frozen)).digest).toBe(frozen.digest);
      }
    },
    TIMEOUT_MS,
  );
});
