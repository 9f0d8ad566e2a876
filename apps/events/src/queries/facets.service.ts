import { Injectable } from '@nestjs/common';
import { Result, Severity } from '@portico/contracts/events/integration-event';
import { type EventFacets, MAX_FACET_VALUES } from '@portico/contracts/http/event-facets';
import type { EventFilter } from '@portico/contracts/http/events';
import type { FacetField } from '@portico/contracts/query/fields';
import type { Caller } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { countedBy } from '../table/count-rows.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { DAY } from '../table/schema/buckets.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { FacetValue } from './counts/facets.ts';
import { KeptCounts } from './counts/kept-counts.ts';
import { edgeFacetsStatement, facetsStatement } from './facets.query.ts';
import { type Found, Search } from './search/search.ts';
import { readPartsUpTo } from '../table/snapshot.ts';
import { HistoryLag } from '../logs/history-lag.ts';

type Counted<Value> = { value: Value; count: number };

/** What a filter could be narrowed to, and how many events that would leave. */
@Injectable()
export class FacetsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
    private readonly search: Search,
    private readonly counts: KeptCounts,
    private readonly lag: HistoryLag,
  ) {}

  async facets(query: EventFilter, caller: Caller): Promise<EventFacets> {
    const { filter, scope } = this.authorized.of(caller, query);
    const found =
      (await this.fromMemory(filter, scope)) ??
      (await this.search.find(FacetValue, filter, (narrowed) => facetsStatement(narrowed, scope)));
    const counted = <Value extends string | number>(
      facet: FacetField,
      toValue: (text: string) => Value,
    ): Counted<Value>[] =>
      found.rows.flatMap((row) => (row.facet === facet ? [{ value: toValue(row.value), count: row.count }] : []));
    return {
      status: mostFrequent(counted('status', (text) => Result.parse(text))),
      severity: mostFrequent(counted('severity', (text) => Severity.parse(text))),
      type: mostFrequent(counted('type', String)),
      event: mostFrequent(counted('event', String)),
      integration: mostFrequent(this.byName(counted('integration', Number))),
      organization: mostFrequent(counted('organization', Number)).map((one) => ({
        ...one,
        name: this.directory.organizationName(one.value),
      })),
      countedFrom: found.since,
      cursor: this.lag.cursorOf(found.stored),
    };
  }

  /** Null where events are not counted by what the filter asks, or their counts are not kept. */
  private async fromMemory(filter: ResolvedFilter, scope: Scope): Promise<Found<FacetValue> | null> {
    if (countedBy(filter, DAY) === null) return null;
    const counts = (await this.counts.ask())?.day?.counts;
    if (!counts) return null;
    const { stored } = counts;
    const statement = edgeFacetsStatement({ ...filter, upTo: stored }, scope);
    const edges = statement ? [{ schema: FacetValue, statement }] : [];
    const rowsOf = await readPartsUpTo(this.clickhouse, edges);
    return { rows: sumOf([...counts.facets(filter, scope), ...edges.flatMap(rowsOf)]), stored, since: null };
  }

  /** Integrations of one name are one value. Those without a name cannot be asked for. */
  private byName(sources: readonly Counted<number>[]): Counted<string>[] {
    const counts = new Map<string, number>();
    for (const { value, count } of sources) {
      const name = this.directory.integrationName(value);
      if (name !== null) counts.set(name, count + (counts.get(name) ?? 0));
    }
    return [...counts].map(([value, count]) => ({ value, count }));
  }
}

/** One count a value. */
const sumOf = (values: readonly FacetValue[]): FacetValue[] => {
  const sums = new Map<string, FacetValue>();
  for (const { facet, value, count } of values) {
    const key = `${facet} ${value}`;
    sums.set(key, { facet, value, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
};

/** Those of one frequency in the order of their values, so that they do not move about. */
const mostFrequent = <Value extends string | number>(values: readonly Counted<Value>[]): Counted<Value>[] =>
  values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_FACET_VALUES);
