import { PAGE_SIZE, type Page } from '@portico/contracts/common/page';
import type { IntegrationHealth } from '@portico/contracts/http/event-health';
import type { Integration } from '@portico/contracts/http/integrations';
import type { TableSort } from '@portico/ui';
import { shareOf, sumOf, totalOf } from '../../shared/health/period.ts';
import { readListSearch, type ListSearch } from '../../shared/lists/list-search.ts';

const SORTS = ['name', 'last', 'hours', 'failures', 'rejected'] as const;
type SortColumn = (typeof SORTS)[number];

/** URL parameters of the list. `sort` is a column, with a leading minus for descending order. */
export type IntegrationsSearch = ListSearch & { sort?: string | undefined; unhealthy?: true | undefined };

/** Parses the sort order in the URL; null for the default order. */
export const sortIn = (text: unknown): TableSort | null => {
  if (typeof text !== 'string') return null;
  const column = SORTS.find((known) => known === text.replace(/^-/, ''));
  return column === undefined ? null : { column, isDescending: text.startsWith('-') };
};

export const sortText = (sort: TableSort | null): string | undefined =>
  sort === null ? undefined : `${sort.isDescending ? '-' : ''}${sort.column}`;

export const readIntegrationsSearch = ({
  sort,
  unhealthy,
  ...search
}: Record<string, unknown>): IntegrationsSearch => ({
  ...readListSearch(search),
  sort: sortText(sortIn(sort)),
  unhealthy: unhealthy === true || unhealthy === 'true' ? true : undefined,
});

/** Whether the sort order or filter requires data of all integrations, not only of one page. */
export const isRanked = ({ sort, unhealthy }: IntegrationsSearch): boolean =>
  sort !== undefined || unhealthy !== undefined;

type Ranked = { integrations: readonly Integration[]; health: readonly IntegrationHealth[] };

type RankOptions = {
  search: IntegrationsSearch;
  isUnhealthy: (id: number) => boolean;
  rejectedOf: (id: number) => number;
};

/** One page of integrations, sorted and filtered as in the URL. */
export const rankedPage = ({ integrations, health }: Ranked, options: RankOptions): Page<Integration> => {
  const { search, isUnhealthy, rejectedOf } = options;
  const byId = new Map(health.map((one) => [one.integration_id, one]));
  const resultsOf = (id: number) => sumOf(byId.get(id)?.hours ?? []);
  const values: Record<Exclude<SortColumn, 'name'>, (id: number) => number> = {
    last: (id) => Date.parse(byId.get(id)?.last_at ?? '') || 0,
    hours: (id) => totalOf(resultsOf(id)),
    failures: (id) => shareOf(resultsOf(id)) ?? -1,
    rejected: rejectedOf,
  };
  const sort = sortIn(search.sort);
  const column = SORTS.find((known) => known === sort?.column);
  const rows = integrations.filter(({ id }) => search.unhealthy !== true || isUnhealthy(id));
  const up = (a: Integration, b: Integration): number =>
    column === undefined || column === 'name'
      ? a.name.localeCompare(b.name)
      : values[column](a.id) - values[column](b.id);
  const sorted = sort === null ? rows : rows.toSorted(sort.isDescending ? (a, b) => up(b, a) : up);
  const from = ((search.page ?? 1) - 1) * PAGE_SIZE;
  return { data: sorted.slice(from, from + PAGE_SIZE), count: sorted.length };
};
