import { Inject, Injectable } from '@nestjs/common';
import type { EventHistogram, HistogramQuery } from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Asked } from './asked.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { bucketsOver } from './histogram-steps.ts';
import { Bucket, Extent, extentStatement, histogramStatement } from './histogram.query.ts';

const toIso = (moment: number): string => new Date(moment).toISOString();

/** Events over time. */
@Injectable()
export class HistogramService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Asked) private readonly asked: Asked,
  ) {}

  async histogram({ buckets: most, ...query }: HistogramQuery, caller: Caller): Promise<EventHistogram> {
    const { filter } = this.asked.by(caller, query);
    const extent = await this.extent(filter);
    if (extent.from >= extent.to) {
      const at = toIso(extent.from);
      return { from: at, to: at, step: 1, buckets: [], countedFrom: null };
    }
    const { from, to, step } = bucketsOver(extent.from, extent.to, most);
    const counts = await this.clickhouse.rowsNow(Bucket, histogramStatement(filter, step));
    const byStart = new Map(counts.map(({ bucket, ...count }) => [bucket * step * 1_000, count]));
    const starts = Array.from({ length: (to - from) / (step * 1_000) }, (_, index) => from + index * step * 1_000);
    return {
      from: toIso(from),
      to: toIso(to),
      step,
      buckets: starts.map((start) => ({ at: toIso(start), ...(byStart.get(start) ?? { success: 0, failure: 0 }) })),
      countedFrom: null,
    };
  }

  /** From when to before when, in milliseconds since 1970. Nothing at all is at the moment now. */
  private async extent(filter: ResolvedFilter): Promise<{ from: number; to: number }> {
    const from = filter.from === null ? null : Date.parse(filter.from);
    const to = filter.to === null ? null : Date.parse(filter.to);
    if (from !== null && to !== null) return { from, to };
    const [extent] = await this.clickhouse.rowsNow(Extent, extentStatement(filter));
    if (extent === undefined || extent.count === 0) {
      const at = from ?? to ?? Date.now();
      return { from: at, to: at };
    }
    return { from: from ?? extent.first, to: to ?? extent.last + 1 };
  }
}
