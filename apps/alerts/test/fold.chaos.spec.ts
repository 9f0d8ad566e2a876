import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Activity } from '@portico/contracts/events/activity';
import type { Episode, EpisodeDetail } from '@portico/contracts/http/episodes';
import { DatabaseConfig, openDatabase } from '@portico/postgres';
import { type Call, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { alertsDatabase } from '../src/database.ts';
import { alertsOperations } from '../src/operations.ts';
import { type AlertsStack, mark, startAlertsStack } from './alerts.ts';

jest.setTimeout(300_000);

const KILLS = 8;
const KEYS = 150;
const NOON = Date.now() - 60 * 60_000;
let stack: AlertsStack;
let admin: Call;

beforeAll(async () => {
  stack = await startAlertsStack();
  admin = await stack.furnish();
});
afterAll(() => stack?.stop());

const everyEpisode = async (): Promise<Episode[]> => {
  const all: Episode[] = [];
  for (const state of ['live', 'over'])
    for (let offset = 0; ; offset += 100) {
      const page = await read<Page<Episode>>(admin, `/episodes?state=${state}&limit=100&offset=${offset}`);
      all.push(...page.data);
      if (page.data.length < 100) break;
    }
  return all;
};

/** Returns the differences that `ops verify` finds between the episodes in the database and in the Kafka topic. */
async function differences(): Promise<readonly object[]> {
  const config = DatabaseConfig.parse(stack.own.environment);
  const orm = await openDatabase(alertsDatabase(config));
  try {
    const [episodes] = alertsOperations.owned;
    const place = { service: 'alerts', orm, kafka: stack.own.kafka };
    return (await episodes?.compare(place))?.differences ?? [{}];
  } finally {
    await orm.close(true);
  }
}

describe('the episodes after repeated kills of the process', () => {
  it(`match the newest event of each name, with one episode per name (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const newest = new Map<string, { failure: number; success: number }>();
    const marks: Activity[] = [];
    for (let index = 0; index < KEYS * 6; index += 1) {
      const event_name = `key.${Math.floor(random() * KEYS)}`;
      const at = NOON + Math.floor(random() * 1_000) * 1_000;
      const isFailure = random() < 0.6;
      const known = newest.get(event_name) ?? { failure: 0, success: 0 };
      newest.set(
        event_name,
        isFailure
          ? { ...known, failure: Math.max(known.failure, at) }
          : { ...known, success: Math.max(known.success, at) },
      );
      marks.push(mark(isFailure ? { failure: at } : { success: at }, { event_name }));
    }
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const share = Math.ceil(marks.length / (KILLS + 1));
      await stack.activity(...marks.slice(kill * share, (kill + 1) * share));
      if (kill === KILLS) break;
      await stack.kill();
      await stack.start();
    }
    const failing = [...newest].filter(([, { failure, success }]) => failure > success).map(([name]) => name);
    expect(failing.length).toBeGreaterThan(10);
    await eventually(async () => {
      const open = (await everyEpisode()).filter(({ state }) => state === 'open').map(({ eventName }) => eventName);
      expect(open.toSorted()).toEqual(failing.toSorted());
      return true;
    }, 60_000);
    const episodes = await everyEpisode();
    for (const episode of episodes.filter(({ state }) => state === 'open').slice(0, 40)) {
      const { timeline, flaps } = await read<EpisodeDetail>(admin, `/episodes/${episode.id}`);
      const of = (kind: string): number => timeline.filter((entry) => entry.kind === kind).length;
      expect([of('opened'), of('reopened')]).toEqual([1, flaps]);
      expect(of('recovering')).toBe(flaps);
      expect(episode.lastFailureAt).toBe(new Date(newest.get(episode.eventName)?.failure ?? 0).toISOString());
    }
    const live = episodes.filter(({ state }) => state === 'open' || state === 'recovering');
    expect(new Set(live.map(({ eventName }) => eventName)).size).toBe(live.length);
    await eventually(async () => (expect(await differences()).toEqual([]), true), 60_000);
  });
});
