import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomFrom, SEED } from '@portico/testkit';
import { type Choose, HistoryWorld } from '../support/history-world.ts';

/** Number of histories, which run one after another with the same engines. Set PORTICO_HISTORIES for a longer run. */
const HISTORIES = Number(process.env['PORTICO_HISTORIES'] ?? 10);
/** Number of incidents per history. */
const EVENTS = 3;
const LONGEST = 300_000;

const HAPPENINGS: Record<string, (world: HistoryWorld, choose: Choose) => Promise<void>> = {
  'a service is killed': (world, choose) => world.killService(choose),
  'a service is killed twice': async (world, choose) => {
    await world.killService(choose);
    await world.killService(choose);
  },
  'a service is frozen': (world, choose) => world.freezeService(choose),
  'Kafka crashes': (world) => world.crashKafka(),
  'ClickHouse is killed': (world, choose) => world.killClickHouse(choose),
  'ClickHouse is restored': (world, choose) => world.restoreClickHouse(choose),
  'the topic is recreated': (world, choose) => world.recreateTopic(choose),
  'a partition is added': (world) => world.addPartition(),
};
const NAMES = Object.keys(HAPPENINGS);

const historyOf = (number: number): { choose: Choose; names: string[] } => {
  const random = randomFrom(SEED + number * 7_919);
  const choose: Choose = (below) => Math.floor(random() * below);
  return { choose, names: Array.from({ length: EVENTS }, () => NAMES[choose(NAMES.length)] ?? '') };
};

describe(`histories of seed ${SEED}`, () => {
  const world = new HistoryWorld();
  let hasFailed = false;
  beforeAll(() => world.start(), LONGEST);
  afterAll(() => world.stop(), LONGEST);

  for (let number = 1; number <= HISTORIES; number += 1) {
    const { choose, names } = historyOf(number);
    it(
      `${number}: ${names.join(', ')}: each acknowledged event is listed once or rejected`,
      async () => {
        expect(hasFailed).toBe(false); // after a failed history, the results of later histories are meaningless
        hasFailed = true;
        for (const name of names) {
          await world.publish(choose);
          await HAPPENINGS[name]?.(world, choose);
          await world.publish(choose);
        }
        await world.check();
        hasFailed = false;
      },
      LONGEST,
    );
  }
});
