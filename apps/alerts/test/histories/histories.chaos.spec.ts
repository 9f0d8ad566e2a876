import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { randomFrom, SEED } from '@portico/testkit';
import { ChannelSecrets } from '../../src/channels/store/channel-secrets.ts';
import type { AlertsConfig } from '../../src/config.ts';
import { openAlerts } from './directly.ts';
import { Fleet } from './fleet.ts';
import { Life, Places } from './life.ts';
import { faultsOf } from './outcome.ts';
import { Receivers } from './receivers.ts';
import { happenSome, newRound } from './subjects.ts';

jest.setTimeout(900_000);

const HISTORIES = Number(process.env['ALERTS_HISTORIES'] ?? 1_000);
const BATCH_SIZE = 100;
/** Maximum turns of the fleet in one round. If work is left afterwards, the test fails. */
const MAX_TURNS = 1_000;

const LEFT = `select (select count(*) from transitions where planned_at is null)::int
  + (select count(*) from pending_notices where due_at is not null)::int
  + (select count(*) from deliveries where state in ('pending', 'sending'))::int as left`;

describe('notices of random histories', () => {
  const places = new Places();
  let config: AlertsConfig;
  let orm: MikroORM;
  let unwatch = (): void => undefined;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    unwatch = Life.watchStatements();
    ({ orm, config } = await openAlerts('alerts_histories'));
  }, 60_000);
  afterAll(async () => {
    await orm?.close(true);
    unwatch();
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal']);
  });

  /**
   * Plays `size` histories concurrently until no work is left.
   * @returns the violated guarantees.
   */
  const play = async (size: number, random: () => number): Promise<string[]> => {
    const em = orm.em.fork();
    const round = await newRound(em, new ChannelSecrets(config), size, random);
    const receivers = new Receivers(random);
    const fleet = new Fleet(em, config, places, receivers, random);
    let isLate = false;
    for (let turns = 0; turns < MAX_TURNS; turns += 1) {
      const isMore = await happenSome(em, round, random);
      await fleet.turn(() => isLate);
      // Makes waiting work due and ends the leases of dead or frozen processes.
      if (random() < 0.3) await em.execute(`update pending_notices set due_at = now() where due_at > now()`);
      if (random() < 0.3) await em.execute(`update deliveries set next_at = now() where state = 'sending'`);
      isLate = !isMore && random() < 0.5;
      if (isMore || fleet.isAnyFrozen()) continue;
      const [row] = await em.execute<{ left: number }[]>(LEFT);
      if (row?.left === 0) return faultsOf(em, round, receivers);
    }
    return [`not done after ${MAX_TURNS} turns`];
  };

  it(`exist once per rule and transition, and are planned once per channel, wherever a process dies (seed ${SEED})`, async () => {
    for (let done = 0; done < HISTORIES; done += BATCH_SIZE) {
      const seed = SEED + done;
      expect({ seed, faults: await play(Math.min(BATCH_SIZE, HISTORIES - done), randomFrom(seed)) }).toEqual({
        seed,
        faults: [],
      });
    }
    expect(places.deaths).toBeGreaterThan(HISTORIES / 10);
    expect(places.all.size).toBeGreaterThan(20);
    expect(places.unharmed()).toEqual([]);
  });
});
