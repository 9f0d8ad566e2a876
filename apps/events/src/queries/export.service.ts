import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { type EventRow, type ExportQuery, MAX_EXPORT_ROWS } from '@portico/contracts/http/events';
import { type Caller, csvFile, ndjsonFile } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { Asked } from './asked.ts';
import { EventCount } from './count-events.query.ts';
import type { Condition } from './event-filter.sql.ts';
import { exportCondition, exportCountStatement, ExportedEvent, exportPageStatement } from './export.query.ts';
import { toEventRow } from './listed-event.ts';
import { StoredPosition, storedPositionsStatement } from './stored-positions.query.ts';

/** Rows read at a time: an event may have 64 KiB. */
const PAGE = 1_000;

type ExportedRow = Omit<EventRow, 'position'>;

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
] as const;

/** Stored events as a file. */
@Injectable()
export class ExportService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Asked) private readonly asked: Asked,
  ) {}

  /** @returns the file, whose rows are read as it is sent, and how many they are going to be. */
  async export({ format, ...query }: ExportQuery, caller: Caller): Promise<{ file: StreamableFile; rows: number }> {
    const { filter } = this.asked.by(caller, query);
    const stored = await this.clickhouse.rowsNow(StoredPosition, storedPositionsStatement);
    const condition = exportCondition(filter, stored);
    const [count] = await this.clickhouse.rowsNow(EventCount, exportCountStatement(condition, MAX_EXPORT_ROWS));
    const rows = count?.count ?? 0;
    const events = this.read(condition, rows);
    const file =
      format === 'csv' ? csvFile('events.csv', CSV_COLUMNS, toCells(events)) : ndjsonFile('events.ndjson', events);
    return { file, rows };
  }

  /** Whoever stops reading stops the pages as well. */
  private async *read(condition: Condition, rows: number): AsyncGenerator<ExportedRow> {
    let last: ExportedEvent | null = null;
    for (let left = rows; left > 0;) {
      const statement = exportPageStatement(condition, last, Math.min(PAGE, left));
      const page: ExportedEvent[] = await this.clickhouse.rows(ExportedEvent, statement);
      for (const { log_epoch: _, ...event } of page) {
        const { position: __, ...row } = toEventRow(event, this.directory);
        yield row;
      }
      last = page.at(-1) ?? null;
      if (last === null) return;
      left -= page.length;
    }
  }
}

async function* toCells(events: AsyncIterable<ExportedRow>) {
  for await (const { details, ...row } of events)
    yield { ...row, message: details.message, details: JSON.stringify(details) };
}
