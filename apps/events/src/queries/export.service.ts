import { Injectable, type StreamableFile } from '@nestjs/common';
import { Details } from '@portico/contracts/events/integration-event';
import { type EventFilter, type EventRow } from '@portico/contracts/http/events';
import { type ExportQuery, MAX_EXPORT_ROWS } from '@portico/contracts/http/event-export';
import { DERIVED_FIELDS } from '@portico/contracts/query/fields';
import { audited, type Caller, csvFile, ndjsonFile, Problem } from '@portico/service';
import { Pools } from '../table/clickhouse.module.ts';
import { type ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { covers, Directory, type Scope, type View } from '../directory/directory.ts';
import { onOneLine } from '@portico/contracts/common/json-text';
import { Admission } from '../table/admission/admission.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import type { Condition } from '../table/filter/sql.ts';
import { exportCountStatement, exportPageStatement, OrganizationCount } from './export.query.ts';
import { toCondition } from '../table/filter/sql.ts';
import { ListedEvent, shown, toEventRow } from '../table/read-rows.ts';
import { rowText } from '../text/row-text.ts';
import { StoredPosition, storedPositionsStatement } from '../table/stored-positions.ts';

/** Maximum rows per page. A row has at most 64 KiB. */
const PAGE_ROWS = 1_000;

/** A row of the file. `details`: JSON text as published, after redaction. */
type ExportedRow = Omit<EventRow, 'position' | 'details' | 'details_text'> & { details: string };

const CSV_COLUMNS = [
  'timestamp',
  'integration',
  'organization',
  'source_type',
  'event_name',
  'result',
  'severity_text',
  'trace_id',
  'message',
  'details',
  'id',
  'source_id',
  'organization_id',
  'published_at',
  'stored_at',
  ...DERIVED_FIELDS,
] as const;

@Injectable()
export class ExportService {
  private readonly clickhouse: ClickHouse;

  constructor(
    private readonly admission: Admission,
    pools: Pools,
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
  ) {
    this.clickhouse = pools.of('exports');
  }

  /** Starts an export. The file reads its rows while the caller downloads it. @returns the file and its number of rows. */
  async export(
    { format, ...query }: ExportQuery,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<{ file: StreamableFile; rows: number }> {
    const close = await this.admission.openFile(caller, gone);
    try {
      const contents = await this.admission.run('export', caller, gone, () => this.begin(query, caller));
      const { rows } = contents;
      const events = this.read({ caller, gone }, contents, close);
      const file =
        format === 'csv'
          ? csvFile('events.csv', CSV_COLUMNS, toCells(events))
          : ndjsonFile('events.ndjson', toLines(events));
      return { file, rows };
    } catch (error) {
      close();
      throw error;
    }
  }

  private async begin(query: EventFilter, caller: Caller): Promise<Contents> {
    const { filter, view } = this.authorized.of(caller, query);
    const stored = await this.clickhouse.rowsNow(StoredPosition, forSure(storedPositionsStatement));
    // All pages read the snapshot `stored`, because the ingest stores further events during the export.
    const condition = toCondition({ ...filter, upTo: stored });
    const counts = await this.clickhouse.rowsNow(
      OrganizationCount,
      forSure(exportCountStatement(condition, MAX_EXPORT_ROWS)),
    );
    const rowsOf = new Map(counts.map(({ organization_id, count }) => [organization_id, count]));
    audited({ rowsOf });
    const rows = counts.reduce((sum, { count }) => sum + count, 0);
    return { scope: filter.scope, view, as: query.as, condition, rows };
  }

  /**
   * Reads the rows of the file. Stops when the caller disconnects.
   * @throws Problem `forbidden`, which ends the file early, if the caller loses access to a part of the file, or the redaction changes.
   */
  private async *read(
    { caller, gone }: { caller: Caller; gone: AbortSignal },
    contents: Contents,
    close: () => void,
  ): AsyncGenerator<ExportedRow> {
    const isAllowed = this.permissionOf(caller, contents);
    try {
      let last: ListedEvent | null = null;
      for (let left = contents.rows; left > 0;) {
        const statement = forSure(exportPageStatement(contents.condition, last, Math.min(PAGE_ROWS, left)));
        const page: ListedEvent[] = await this.admission.run('export', caller, gone, () =>
          this.clickhouse.rowsNow(ListedEvent, statement),
        );
        for (const event of page) {
          if (!isAllowed()) throw Problem.forbidden('The export stopped because your access has changed');
          const { position: _, ...row } = toEventRow(event, this.directory);
          yield { ...row, ...shown(event, contents.view) };
        }
        last = page.at(-1) ?? null;
        if (last === null) return;
        left -= page.length;
      }
    } finally {
      close();
    }
  }

  /**
   * Returns a function that checks whether the caller may still see everything that the file contains. The function computes its result
   * again only after permissions or rules have changed.
   */
  private permissionOf(caller: Caller, { scope: part, view, as }: Contents): () => boolean {
    let known: Scope | null = null;
    let rules = -1;
    let isVisible = false;
    return () => {
      const scope = this.directory.scopeOf(caller);
      const { privacyVersion } = this.directory;
      if (scope !== known || privacyVersion !== rules)
        isVisible = covers(scope, part) && this.directory.viewOf(caller, as).key === view.key;
      known = scope;
      rules = privacyVersion;
      return isVisible && this.directory.isCurrent(caller);
    };
  }
}

type Contents = {
  scope: ResolvedFilter['scope'];
  view: View;
  as: EventFilter['as'];
  condition: Condition;
  rows: number;
};

async function* toCells(events: AsyncIterable<ExportedRow>) {
  for await (const { details, ...row } of events)
    yield { ...row, message: Details.parse(JSON.parse(details)).message, details };
}

async function* toLines(events: AsyncIterable<ExportedRow>) {
  for await (const { details, ...row } of events) yield rowText(row, onOneLine(details));
}
