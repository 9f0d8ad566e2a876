import type { EventFacets } from '@portico/contracts/http/event-facets';
import { MAX_EXPORT_ROWS } from '@portico/contracts/http/event-export';
import type { Api } from '../environment.ts';
import { EventsApi, type Filter } from './events-api.ts';
import type { Outcome } from './outcome.ts';

/** Maximum rows for a comparison row by row. For more rows, only the counts are compared. */
const MAX_ROWS = 5_000;
/**
 * Maximum attempts to read list, facets, histogram and export without a change: an event that is stored in between starts a new attempt.
 */
const MAX_ATTEMPTS = 10;
/** Number of values of each facet that the check uses as filters. */
const VALUES = 2;
const HOUR = 60 * 60 * 1_000;

/** Results of one attempt. `isOneMoment`: no event was stored between its first and its last response. */
type Look = { isOneMoment: boolean; numbers: Record<string, number>; repeated: string[]; onlyInOne: string[] };

/** Checks count = list = facets = histogram = export, for filters taken from the facets. */
export async function verifyCounts(api: Api): Promise<Outcome> {
  const events = new EventsApi(api);
  const now = new Date();
  const all = { to: now.toISOString() };
  const filters = filtersOf(all, await events.facets(all), now);
  const faults: string[] = [];
  let rows = 0;
  for (const filter of filters) {
    const found = await lookAtOneMoment(events, filter);
    if (filter === all) rows = found.numbers['count'] ?? 0;
    faults.push(...faultsOf(filter, found));
  }
  return { faults, agreed: `${rows} events through ${filters.length} filters` };
}

const filtersOf = (all: Filter, facets: EventFacets, now: Date): Filter[] => {
  const some = (name: string, values: readonly { value: string | number }[]): Filter[] =>
    values.slice(0, VALUES).map(({ value }) => ({ ...all, [name]: String(value) }));
  return [
    all,
    { ...all, from: new Date(now.getTime() - HOUR).toISOString() },
    ...some('status', facets.status),
    ...some('severity', facets.severity),
    ...some('event', facets.event),
    ...some('integration', facets.integration),
    ...some('organizations', facets.organization),
  ];
};

async function lookAtOneMoment(events: EventsApi, filter: Filter): Promise<Look> {
  let found = await look(events, filter);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && !found.isOneMoment && differs(found); attempt += 1)
    found = await look(events, filter);
  return found;
}

async function look(events: EventsApi, filter: Filter): Promise<Look> {
  const first = await events.list(filter);
  const facets = await events.facets(filter);
  const histogram = await events.histogram(filter);
  const file = await events.export(filter, MAX_ROWS);
  const list = first.count <= MAX_ROWS ? await events.everyRow(filter, first.count) : null;
  const { cursor } = await events.list(filter);
  // A facet's counts ignore the filter on this facet, so only the counts of a facet without a filter add up to the total.
  const complete = 'severity' in filter ? facets.status : facets.severity;
  const numbers: Record<string, number> = { count: first.count };
  if (!first.countIsExact) delete numbers['count'];
  if (list) numbers['list'] = list.length;
  if (facets.countedFrom === null) numbers['facets'] = complete.reduce((sum, { count }) => sum + count, 0);
  if (histogram.countedFrom === null)
    numbers['histogram'] = histogram.buckets.reduce((sum, { success, failure }) => sum + success + failure, 0);
  if (first.count < MAX_EXPORT_ROWS) numbers['export'] = file.ids?.length ?? file.rows;
  const cursors = new Set([first.cursor, facets.cursor, histogram.cursor, cursor]);
  return {
    isOneMoment: cursors.size === 1,
    numbers,
    repeated: repeatedIn(list ?? []),
    onlyInOne: list && file.ids ? inOneAlone(new Set(list), new Set(file.ids)) : [],
  };
}

const inOneAlone = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one, ...other].filter((id) => !one.has(id) || !other.has(id));

const repeatedIn = (ids: readonly string[]): string[] =>
  [...Map.groupBy(ids, (id) => id)].flatMap(([id, { length }]) => (length > 1 ? [id] : []));

const differs = ({ numbers, onlyInOne }: Look): boolean =>
  new Set(Object.values(numbers)).size > 1 || onlyInOne.length > 0;

const faultsOf = (filter: Filter, found: Look): string[] => {
  const subject = `events ${new URLSearchParams(filter).toString()}`;
  const listed = (ids: readonly string[]) => `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', ...' : ''}`;
  const numbers = Object.entries(found.numbers).map(([name, number]) => `${name} ${number}`);
  return [
    ...(differs(found) ? [`${subject}: ${numbers.join(', ')}${found.isOneMoment ? '' : ', at no quiet moment'}`] : []),
    ...(found.onlyInOne.length > 0 ? [`${subject}: in list or file alone: ${listed(found.onlyInOne)}`] : []),
    ...(found.repeated.length > 0 ? [`${subject}: listed more than once: ${listed(found.repeated)}`] : []),
  ];
};
