import { Injectable, type StreamableFile } from '@nestjs/common';
import type { RedriveReportQuery } from '@portico/contracts/http/redrives';
import { identityOf } from '@portico/contracts/events/integration-event';
import { type Caller, csvFile, ndjsonFile } from '@portico/service';
import { toRejectedId } from '../rejected/rejected.query.ts';
import { Admission } from '../table/admission/admission.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { RedrivesService } from './redrives.service.ts';
import type { Place } from './selection.query.ts';
import { RedriveSelection } from './selection.ts';
import { type ReportedOutcome, RedriveStore } from './store.ts';

const COLUMNS = [
  'rejected_id',
  'event_id',
  'outcome',
  'is_listed',
  'code',
  'pointer',
  'reason',
  'arrived_at',
  'decided_at',
] as const;
const PAGE_ROWS = 1_000;

@Injectable()
export class RedriveReports {
  constructor(
    private readonly runs: RedrivesService,
    private readonly store: RedriveStore,
    private readonly selection: RedriveSelection,
    private readonly admission: Admission,
  ) {}

  /** @throws Problem `not_found`, also for a run outside the caller's scope. */
  async report(id: string, { format }: RedriveReportQuery, caller: Caller, gone: AbortSignal): Promise<StreamableFile> {
    await this.runs.stored(id, caller);
    const close = await this.admission.openFile(caller, gone);
    const rows = this.read(id, caller, gone, close);
    return format === 'csv' ? csvFile('report.csv', COLUMNS, rows) : ndjsonFile('report.ndjson', toLines(rows));
  }

  private async *read(id: string, caller: Caller, gone: AbortSignal, close: () => void) {
    try {
      let after: Place | null = null;
      for (;;) {
        const place: Place | null = after;
        const { rows, listed } = await this.admission.run('export', caller, gone, async () => {
          const page = await this.store.report(id, place, PAGE_ROWS);
          return { rows: page, listed: await this.selection.listed(page) };
        });
        for (const row of rows) yield toReported(row, listed);
        after = rows.at(-1) ?? null;
        if (rows.length < PAGE_ROWS) return;
      }
    } finally {
      close();
    }
  }
}

const toReported = (row: ReportedOutcome, listed: ReadonlySet<string>) => ({
  rejected_id: toRejectedId(row),
  event_id: row.event_id,
  outcome: row.outcome,
  is_listed: listed.has(identityOf({ source_id: row.source_id, id: row.event_id })),
  code: row.code,
  pointer: row.pointer,
  reason: row.reason,
  arrived_at: columnToIso(row.published_at),
  decided_at: new Date(row.decided_at).toISOString(),
});

async function* toLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(row);
}
