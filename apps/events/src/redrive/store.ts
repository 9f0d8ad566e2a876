import { Injectable } from '@nestjs/common';
import { identityOf } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import type { Scope } from '../directory/directory.ts';
import { Pools } from '../table/clickhouse.module.ts';
import { type ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { storedIdentities } from '../table/stored-events.ts';
import { type Asked } from '../rejected/rejected-condition.ts';
import { StoredRejected } from '../rejected/rejected.query.ts';
import {
  lastPlaceStatement,
  OutcomeCount,
  outcomeCountsStatement,
  ReportedOutcome,
  reportStatement,
  Sent,
  sentStatement,
  type StoredOutcome,
} from './outcomes.query.ts';
import {
  countSelectedStatement,
  Place,
  SelectedSize,
  selectedSizesStatement,
  selectedStatement,
} from './selection.query.ts';
import {
  countRunsStatement,
  listRunsStatement,
  openRunsStatement,
  runStatement,
  type StepKind,
  StoredRun,
} from './steps.query.ts';

/** Bytes of events that are read at a time. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** How many of the first events are read: all whose sizes together fit, or one. */
function fitting(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const over = sizes.findIndex(({ size }) => (bytes += size) > PAGE_BYTES);
  return over < 0 ? sizes.length : Math.max(1, over);
}

const Count = z.object({ count: z.number() });

/** Whose a run is. `everyone`: of any sender, the shared topic included. */
export type RunOf = { run: string; integration: number; organization: number; everyone: boolean };

/** Runs and what became of their events, in ClickHouse: whatever is decided by is read as it was acknowledged last. */
@Injectable()
export class RedriveStore {
  private readonly clickhouse: ClickHouse;

  constructor(pools: Pools) {
    this.clickhouse = pools.of('redrives');
  }

  async countSelected(asked: Asked): Promise<number> {
    const [row] = await this.clickhouse.rowsNow(Count, countSelectedStatement(asked));
    return row?.count ?? 0;
  }

  /** The next events, at most `limit` of them and so many as fit into {@link PAGE_BYTES}, or one. None: there are no more. */
  async selected(asked: Asked, after: Place | null, limit: number): Promise<StoredRejected[]> {
    const sizes = await this.clickhouse.rows(SelectedSize, selectedSizesStatement(asked, after, limit));
    const count = fitting(sizes);
    return count === 0 ? [] : this.clickhouse.rows(StoredRejected, selectedStatement(asked, after, count));
  }

  /** Those of the rejected events whose identity is in the list, as keys. */
  listed(rows: readonly Pick<StoredRejected, 'source_id' | 'event_id'>[]): Promise<Set<string>> {
    const identities = rows.map(({ source_id, event_id }) => ({ source_id, id: event_id }));
    return storedIdentities(
      this.clickhouse,
      identities.filter(({ id }) => id !== ''),
    );
  }

  note({ run, integration, organization, everyone }: RunOf, step: StepKind, data: object = {}): Promise<void> {
    const row = {
      run,
      step,
      integration_id: integration,
      organization_id: organization,
      of_everyone: Number(everyone),
      data: JSON.stringify(data),
    };
    return this.clickhouse.insert('redrive_steps', [row]);
  }

  async runs(scope: Scope, integration: number | null, page: { limit: number; offset: number }) {
    const [rows, counts] = await Promise.all([
      this.clickhouse.rowsNow(StoredRun, forSure(listRunsStatement(scope, integration, page))),
      this.clickhouse.rowsNow(Count, forSure(countRunsStatement(scope, integration))),
    ]);
    return { rows, count: counts[0]?.count ?? 0 };
  }

  async run(run: string, scope: Scope): Promise<StoredRun | undefined> {
    const [row] = await this.clickhouse.rowsForSure(StoredRun, runStatement(run, scope));
    return row;
  }

  openRuns(integration: number): Promise<StoredRun[]> {
    return this.clickhouse.rowsForSure(StoredRun, openRunsStatement(integration));
  }

  async counts(runs: readonly string[]): Promise<z.infer<typeof OutcomeCount>[]> {
    return runs.length === 0 ? [] : this.clickhouse.rowsForSure(OutcomeCount, outcomeCountsStatement(runs));
  }

  async keep(run: string, outcomes: readonly StoredOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await this.clickhouse.insert(
      'redrive_outcomes',
      outcomes.map((outcome) => ({ run, ...outcome })),
    );
  }

  async lastPlace(run: string): Promise<Place | null> {
    const [place] = await this.clickhouse.rowsForSure(Place, lastPlaceStatement(run));
    return place ?? null;
  }

  /** Identities that a run has published, and those that it was publishing when it was interrupted. */
  async sent(run: string): Promise<{ published: Set<string>; sending: Set<string> }> {
    const rows = await this.clickhouse.rowsForSure(Sent, sentStatement(run));
    const keys = (wanted: string) =>
      new Set(
        rows.flatMap(({ outcome, source_id, event_id }) =>
          outcome === wanted ? [identityOf({ source_id, id: event_id })] : [],
        ),
      );
    return { published: keys('published'), sending: keys('sending') };
  }

  report(run: string, after: Place | null, limit: number): Promise<ReportedOutcome[]> {
    return this.clickhouse.rowsNow(ReportedOutcome, reportStatement(run, after, limit));
  }
}
