import { Inject, Injectable } from '@nestjs/common';
import { Result, Severity } from '@portico/contracts/events/integration-event';
import { type EventFacets, type EventFilter, MAX_FACET_VALUES } from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { Asked } from './asked.ts';
import { type Facet, FACET_NAMES, facetStatement, FacetValue } from './facets.query.ts';

type Counted<Value> = { value: Value; count: number };

/** What a filter could be narrowed to, and how many events that would leave. */
@Injectable()
export class FacetsService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Asked) private readonly asked: Asked,
  ) {}

  async facets(query: EventFilter, caller: Caller): Promise<EventFacets> {
    const { filter, scope } = this.asked.by(caller, query);
    const visible = scope === 'every' ? null : scope;
    const read = (facet: Facet): Promise<FacetValue[]> =>
      this.clickhouse.rowsNow(FacetValue, facetStatement(facet, filter, visible));
    const [status = [], severity = [], type = [], event = [], integration = [], organization = []] = await Promise.all(
      FACET_NAMES.map(read),
    );
    return {
      status: mostFrequent(status.map((one) => ({ ...one, value: Result.parse(one.value) }))),
      severity: mostFrequent(severity.map((one) => ({ ...one, value: Severity.parse(one.value) }))),
      type: mostFrequent(type),
      event: mostFrequent(event),
      integration: mostFrequent(this.byName(integration)),
      organization: mostFrequent(organization.map((one) => ({ ...one, value: Number(one.value) }))).map((one) => ({
        ...one,
        name: this.directory.organizationName(one.value),
      })),
      countedFrom: null,
    };
  }

  /** Integrations of one name are one value. Those without a name cannot be asked for. */
  private byName(sources: readonly FacetValue[]): Counted<string>[] {
    const counts = new Map<string, number>();
    for (const { value, count } of sources) {
      const name = this.directory.integrationName(Number(value));
      if (name !== null) counts.set(name, count + (counts.get(name) ?? 0));
    }
    return [...counts].map(([value, count]) => ({ value, count }));
  }
}

/** Those of one frequency in the order of their values, so that they do not move about. */
const mostFrequent = <Value extends string | number>(values: readonly Counted<Value>[]): Counted<Value>[] =>
  values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MAX_FACET_VALUES);
