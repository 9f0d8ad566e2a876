import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import type { Activity, MinuteCount } from '@portico/contracts/events/activity';
import { randomFrom, SEED } from '@portico/testkit';
import { FoldService } from '../../src/episodes/fold.service.ts';
import { isTrouble } from '../../src/episodes/trouble.ts';
import { openAlerts } from './directly.ts';
import { Died, Life, Places } from './life.ts';

jest.setTimeout(900_000);

const HISTORIES = Number(process.env['ALERTS_HISTORIES'] ?? 5_000);
const BATCH_SIZE = 250;
const PROCESSES = 4;
const MAX_EVENTS = 10;
/** Maximum SQL statements of a process until it dies. */
const MAX_LIFE = 300;
const MINUTE = 60_000;
const NOON = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;

/** Thresholds of the integrations 1 to 4. With a share of 0, the result does not depend on the order of arrivals. */
const THRESHOLDS = [
  { failures: 1, share: 0, minutes: 10 },
  { failures: 3, share: 0, minutes: 10 },
  { failures: 3, share: 20, minutes: 10 },
  { failures: 2, share: 60, minutes: 3 },
] as const;

type History = { integration: number; eventName: string; records: Activity[]; counts: MinuteCount[] };

/** Generates events of one name over nine minutes, with an activity record after each event or after several events. */
function historyOf(index: number, random: () => number): History {
  const integration = 1 + Math.floor(random() * THRESHOLDS.length);
  const eventName = `history.${index}`;
  const counts = new Map<string, MinuteCount>();
  const records: Activity[] = [];
  const moments: { failure: string | null; success: string | null } = { failure: null, success: null };
  let touched = new Map<string, MinuteCount>();
  const length = 1 + Math.floor(random() * MAX_EVENTS);
  for (let event = 0; event < length; event += 1) {
    const partition = Math.floor(random() * 2);
    const at = NOON + Math.floor(random() * 9 * MINUTE);
    const isFailure = random() < 0.6;
    const [iso, minute] = [at, at - (at % MINUTE)].map((moment) => new Date(moment).toISOString());
    if (iso === undefined || minute === undefined) continue;
    const result = isFailure ? 'failure' : 'success';
    if ((moments[result] ?? '') < iso) moments[result] = iso;
    const key = `${partition}/${minute}`;
    const { total, failures } = counts.get(key) ?? { total: 0, failures: 0 };
    const count = { partition, minute, total: total + 1, failures: failures + Number(isFailure) };
    counts.set(key, count);
    touched.set(key, count);
    if (event < length - 1 && random() < 0.4) continue;
    records.push({
      organization_id: 1,
      source_id: integration,
      event_name: eventName,
      newest_failure: moments.failure,
      newest_success: moments.success,
      newest_arrival: iso,
      counts: [...touched.values()],
    });
    touched = new Map();
  }
  return { integration, eventName, records, counts: [...counts.values()] };
}

/** Threshold of a rule. With a share of 0, the result does not depend on the order of arrivals. */
const OF_RULE = { failures: 2, share: 0, minutes: 10 };
const RULE = 7;
const ADD_RULE = `insert into rules (id, owner, created_by, responsible_user_id, "on", channels, inbox, digest, remind, active, trouble)
  values (${RULE}, 'product', 1, 1, '["episode.opened"]', '[]', true, 'none', 'none', true, ?::jsonb)`;

type Row = {
  id: number;
  event_name: string;
  state: string;
  is_trouble: boolean;
  opened: number;
  reached: number;
  closed: number;
};
const EPISODES = `select e.id, e.event_name, e.state, e.trouble_at is not null as is_trouble,
    count(t.id) filter (where t.kind = 'episode.opened' and (t.snapshot->'audience'->>'isUsual')::boolean)::int as opened,
    count(t.id) filter (where t.kind = 'episode.opened' and t.snapshot->'audience'->'rules' @> '[${RULE}]')::int as reached,
    count(t.id) filter (where t.kind = 'episode.closed')::int as closed
  from episodes e left join transitions t on t.subject = 'episode:' || e.id group by e.id order by e.id`;

const HOURS = 'select event_name, sum(total)::int as total from activity_hours group by event_name';

describe('episodes of random histories', () => {
  const places = new Places();
  let orm: MikroORM;
  let unwatch = (): void => undefined;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    unwatch = Life.watchStatements();
    ({ orm } = await openAlerts('alerts_thresholds'));
    const em = orm.em.fork();
    await em.execute(ADD_RULE, [JSON.stringify(OF_RULE)]);
    for (const [index, { failures, share, minutes }] of THRESHOLDS.entries())
      await em.execute(
        `insert into episode_settlings (integration_id, minutes, trouble_failures, trouble_share, trouble_minutes)
         values (?, ?, ?, ?, ?) on conflict (integration_id) do nothing`,
        [index + 1, index % 2 === 0 ? 0 : 5, failures, share, minutes],
      );
  }, 60_000);
  afterAll(async () => {
    await orm?.close(true);
    unwatch();
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal']);
  });

  /** Applies all records in random order, some twice, in concurrent processes. A process that dies is replaced. */
  async function play(histories: readonly History[], random: () => number): Promise<void> {
    let left = histories.flatMap(({ records }) =>
      records.flatMap((record) => (random() < 0.2 ? [record, record] : [record])),
    );
    left = left
      .map((one) => ({ one, by: random() }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ one }) => one);
    const born = (): Life => new Life(places, Math.ceil(MAX_LIFE ** random()));
    const lives = Array.from({ length: PROCESSES }, born);
    while (left.length > 0)
      await Promise.all(
        lives.map(async (life, index) => {
          const batch = new Map<string, Activity>();
          for (const record of left.splice(0, 1 + Math.floor(random() * 40))) {
            if (batch.has(record.event_name)) left.push(record);
            else batch.set(record.event_name, record);
          }
          const folding = new FoldService(orm.em.fork());
          try {
            await life.run('fold', async () => (await folding.fold([...batch.values()]), true));
          } catch (error) {
            if (!life.isDead && !(error instanceof Died)) throw error;
            // Delivers the uncommitted records of the dead process again.
            left.push(...batch.values());
            lives[index] = born();
          }
        }),
      );
  }

  const faultsOf = async (em: EntityManager, histories: readonly History[]): Promise<string[]> => {
    const rows = await em.execute<Row[]>(EPISODES);
    const faults = rows.flatMap(({ event_name: name, state, is_trouble: isIt, opened, reached, closed }) => [
      ...(opened === Number(isIt) ? [] : [`${name}, trouble ${isIt}, opened ${opened} times`]),
      ...(reached <= 1 ? [] : [`${name} has reached the rule ${reached} times`]),
      ...(closed === Number((isIt || reached > 0) && state === 'closed')
        ? []
        : [`${name}, trouble ${isIt}, reached ${reached} times, closed ${closed} times`]),
    ]);
    const open = new Map(rows.filter(({ state }) => state === 'open').map((row) => [row.event_name, row]));
    const hours = await em.execute<{ event_name: string; total: number }[]>(HOURS);
    const counted = new Map(hours.map(({ event_name: name, total }) => [name, total]));
    for (const { eventName, integration, counts, records } of histories) {
      const arrived = counts.reduce((sum, { total }) => sum + total, 0);
      if (counted.get(eventName) !== arrived)
        faults.push(`${eventName} has ${counted.get(eventName)} of ${arrived} events`);
      const last = { failure: '', success: '' };
      for (const { newest_failure: failure, newest_success: success } of records) {
        if ((failure ?? '') > last.failure) last.failure = failure ?? '';
        if ((success ?? '') > last.success) last.success = success ?? '';
      }
      const row = open.get(eventName);
      if ((row !== undefined) !== last.failure > last.success)
        faults.push(`${eventName} is open: ${row !== undefined}`);
      if (row && (row.reached === 1) !== isTrouble({ counts, isRare: false }, OF_RULE))
        faults.push(`${eventName} has reached the rule: ${row.reached}`);
      const threshold = THRESHOLDS[integration - 1];
      if (!row || threshold?.share !== 0) continue;
      const answer = isTrouble({ counts, isRare: false }, threshold);
      if (row.is_trouble !== answer) faults.push(`${eventName} is trouble: ${row.is_trouble}, instead of ${answer}`);
    }
    return faults;
  };

  it(`open once and have one notice for the beginning and one for the end, wherever a process dies (seed ${SEED})`, async () => {
    let troubles = 0;
    let below = 0;
    for (let done = 0; done < HISTORIES; done += BATCH_SIZE) {
      const seed = SEED + done;
      const random = randomFrom(seed);
      const em = orm.em.fork();
      await em.execute(
        'truncate episodes, episode_entries, episode_marks, transitions, activity_minutes, activity_hours, outbox',
      );
      const histories = Array.from({ length: Math.min(BATCH_SIZE, HISTORIES - done) }, (_, index) =>
        historyOf(index, random),
      );
      await play(histories, random);
      expect({ seed, faults: await faultsOf(em, histories) }).toEqual({ seed, faults: [] });
      const rows = await em.execute<Row[]>(EPISODES);
      troubles += rows.filter(({ is_trouble: isIt }) => isIt).length;
      below += rows.filter(({ is_trouble: isIt }) => !isIt).length;
    }
    expect(Math.min(troubles, below)).toBeGreaterThan(HISTORIES / 10);
    expect(places.deaths).toBeGreaterThan(HISTORIES / 50);
    expect(places.unharmed()).toEqual([]);
  });
});
