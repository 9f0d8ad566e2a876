import { Injectable } from '@nestjs/common';
import { Result, Severity } from '@portico/contracts/events/integration-event';
import { type EventFacets, MAX_FACET_VALUES } from '@portico/contracts/http/event-facets';
import type { EventFilter } from '@portico/contracts/http/events';
import type { FacetField } from '@portico/contracts/query/fields';
import type { Caller } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { FacetValue } from '../snapshot/facet-columns.ts';
import { Snapshots } from '../snapshot/snapshots.ts';
import { facetsStatement } from './facets.query.ts';
import { type Found, Search } from './search/search.ts';
import { HistoryLag } from '../logs/history-lag.ts';

type Counted<Value> = { value: Value; count: number };

/** Lists values to filter by, with the number of events that match each value. */
@Injectable()
export class FacetsService {
  constructor(
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
    private readonly search: Search,
    private readonly snapshots: Snapshots,
    private readonly lag: HistoryLag,
  ) {}

  async facets(query: EventFilter, caller: Caller): Promise<EventFacets> {
    const { filter, scope } = this.authorized.of(caller, query);
    const found = await this.found(filter, scope);
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

  private async found(filter: ResolvedFilter, scope: Scope): Promise<Found<FacetValue>> {
    const snapshot = this.snapshots.current();
    const rows = snapshot?.facets(filter, scope);
    if (snapshot && rows) return { rows, stored: snapshot.stored, since: null };
    const found = await this.search.find(FacetValue, filter, (narrowed) => facetsStatement(narrowed, scope));
    this.snapshots.show(found.stored);
    return found;
  }

  /** Adds up the counts of integrations with the same name. Omits integrations without a name, because callers filter by name. */
  private byName(sources: readonly Counted<number>[]): Counted<string>[] {
    const counts = new Map<string, number>();
    for (const { value, count } of sources) {
      const name = this.directory.integrationName(value);
      if (name !== null) counts.set(name, count + (counts.get(name) ?? 0));
    }
    return [...counts].map(([value, count]) => ({ value, count }));
  }
}

/** Sorts values with equal counts by value, so that the order is stable. */
const mostFrequent = <Value extends string | number>(values: readonly Counted<Value>[]): Counted<Value>[] =>
  values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_FACET_VALUES);
