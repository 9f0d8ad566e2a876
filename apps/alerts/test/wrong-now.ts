import { TROUBLE_LEVELS, type Trouble } from '@portico/contracts/http/trouble';
import fc from 'fast-check';
import type { Client } from 'pg';

const MINUTE = 60_000;
export const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const EVENTS = ['payment.sent', 'payment.settled', 'statement.ready'] as const;
/** The current organization of each integration. Integration 3 is inactive, 4 has moved from organization 1 to 2, 5 is deleted. */
export const HOMES = [
  { id: 1, organization: 1 },
  { id: 2, organization: 2 },
  { id: 3, organization: 1, active: false },
  { id: 4, organization: 2 },
  { id: 5, organization: 1, isDeleted: true },
  { id: 6, organization: 1 },
] as const;

type Place = { organization: number; integration: number };
type Fails = Place & { event: string; state: 'open' | 'recovering'; isTrouble: boolean; age: number };
type Arrived = Place & { event: string; failures: number; successes: number; isLately: boolean };
type State = {
  episodes: Fails[];
  arrived: Arrived[];
  silent: (Place & { age: number })[];
  windows: { scope: 'product' | 'organization' | 'integration'; organization: number; integration: number }[];
};

const place = fc.record({ organization: fc.constantFrom(1, 2), integration: fc.constantFrom(1, 2, 3, 4, 5, 6) });
const age = fc.integer({ min: 1, max: 600 });
const event = fc.constantFrom(...EVENTS);
const keyOf = ({ organization, integration }: Place): string => `${organization}:${integration}`;
const kindOf = (one: Place & { event: string }): string => `${keyOf(one)}:${one.event}`;
export const state: fc.Arbitrary<State> = fc.record({
  episodes: fc.uniqueArray(
    fc
      .tuple(place, fc.record({ event, age, isTrouble: fc.boolean(), state: fc.constantFrom('open', 'recovering') }))
      .map(([at, one]) => ({ ...at, ...one })),
    { selector: kindOf, maxLength: 14 },
  ),
  arrived: fc.uniqueArray(
    fc
      .tuple(place, fc.record({ event, failures: fc.nat(30), successes: fc.nat(30), isLately: fc.boolean() }))
      .map(([at, one]) => ({ ...at, ...one })),
    { selector: kindOf, maxLength: 14 },
  ),
  silent: fc.uniqueArray(
    fc.tuple(place, fc.record({ age })).map(([at, one]) => ({ ...at, ...one })),
    { selector: keyOf, maxLength: 5 },
  ),
  windows: fc.array(
    fc.record({
      scope: fc.constantFrom('product', 'organization', 'integration'),
      organization: fc.constantFrom(1, 2),
      integration: fc.constantFrom(1, 2, 6),
    }),
    { maxLength: 1 },
  ),
});

/** Returns the time `minutes` minutes before {@link NOW}. */
export const at = (minutes: number): string => new Date(NOW - minutes * MINUTE).toISOString();

export async function store(database: Client, { episodes, arrived, silent, windows }: State): Promise<void> {
  const insert = (sql: string, rows: readonly object[]) => database.query(sql, [JSON.stringify(rows)]);
  await database.query('begin');
  await database.query('truncate episodes, activity_minutes, silence, maintenance_windows');
  await insert(
    `insert into episodes (organization_id, integration_id, event_name, state, opened_at, first_failure_at,
      last_failure_at, closes_at, flaps, version, trouble_at)
    select organization, integration, event, state, at, at, at, now() + interval '1 hour', 0, 1,
      case when trouble then at end from jsonb_to_recordset($1) as r (organization int, integration int, event text,
      state text, at timestamptz, trouble boolean)`,
    episodes.map(({ isTrouble, age: minutes, ...one }) => ({ ...one, trouble: isTrouble, at: at(minutes) })),
  );
  await insert(
    `insert into activity_minutes select organization, integration, event, at, 0, total, failures
      from jsonb_to_recordset($1) as r (organization int, integration int, event text, at timestamptz, total int, failures int)`,
    arrived.map(({ successes, isLately, ...one }) => ({
      ...one,
      total: one.failures + successes,
      at: at(isLately ? 0 : 90),
    })),
  );
  await insert(
    `insert into silence (organization_id, integration_id, state, since, zone, relearn_at, last_arrival_at, expectation,
      normal, unusual, version) select organization, integration, 'silent', now(), 'UTC', now() + interval '1 day', at,
      '{"kind":"learned"}', '[]', '[]', 1
      from jsonb_to_recordset($1) as r (organization int, integration int, at timestamptz)`,
    silent.map(({ age: minutes, ...one }) => ({ ...one, at: at(minutes) })),
  );
  await insert(
    `insert into maintenance_windows (scope, organization_id, integration_id, reason, "when", starts_at, ends_at,
      created_by, created_at) select scope, case when scope <> 'product' then organization end,
      case when scope = 'integration' then integration end, 'Upgrade', '{"kind":"once"}', now() - interval '1 hour',
      now() + interval '1 hour', 900, now()
      from jsonb_to_recordset($1) as r (scope text, organization int, integration int)`,
    windows,
  );
  await database.query('commit');
}

type Expected = Pick<Trouble, 'integrationId' | 'organizationId' | 'level' | 'since' | 'episodeCount'> & {
  failures: number | null;
  isInMaintenance: boolean;
};

/** Computes the expected response for members of the given organizations, one integration at a time. */
export function expectedOf(
  { episodes, arrived, silent, windows }: State,
  organizations: readonly number[],
): Expected[] {
  const places = HOMES.filter((home) => !('active' in home) && !('isDeleted' in home))
    .map(({ id, organization }) => ({ organization, integration: id }))
    .filter(({ organization }) => organizations.includes(organization));
  const found = places.flatMap((one) => {
    const isHere = (other: Place): boolean => keyOf(other) === keyOf(one);
    const live = episodes.filter(isHere);
    const open = live.filter((episode) => episode.state === 'open');
    const trouble = open.filter(({ isTrouble }) => isTrouble);
    const missed = silent.find(isHere);
    const [level, ages] =
      trouble.length > 0
        ? (['failing', trouble.map((episode) => episode.age)] as const)
        : missed
          ? (['silent', [missed.age]] as const)
          : open.length > 0
            ? (['below', open.map((episode) => episode.age)] as const)
            : (['recovering', live.map((episode) => episode.age)] as const);
    if (ages.length === 0) return [];
    const recent = arrived.filter(
      (arrival) => arrival.isLately && open.some((episode) => kindOf(episode) === kindOf(arrival)),
    );
    const failures = recent.reduce((sum, arrival) => sum + arrival.failures, 0);
    const total = recent.reduce((sum, arrival) => sum + arrival.failures + arrival.successes, 0);
    const isInMaintenance = windows.some(
      ({ scope, organization, integration }) =>
        scope === 'product' ||
        (organization === one.organization && (scope === 'organization' || integration === one.integration)),
    );
    return [{ one, level, oldest: Math.max(...ages), failures, total, count: live.length, open, isInMaintenance }];
  });
  const ranked = found.toSorted(
    (a, b) =>
      Number(a.isInMaintenance) - Number(b.isInMaintenance) ||
      TROUBLE_LEVELS.indexOf(a.level) - TROUBLE_LEVELS.indexOf(b.level) ||
      b.failures - a.failures ||
      b.failures / (b.total || 1) - a.failures / (a.total || 1) ||
      b.oldest - a.oldest ||
      a.one.integration - b.one.integration,
  );
  return ranked.map(({ one, level, oldest, failures, count, open, isInMaintenance }) => ({
    integrationId: one.integration,
    organizationId: one.organization,
    level,
    since: at(oldest),
    episodeCount: count,
    failures: open.length === 0 ? null : failures,
    isInMaintenance,
  }));
}
