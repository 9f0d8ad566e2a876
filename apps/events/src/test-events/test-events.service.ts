import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { Rejection } from '@portico/contracts/events/integration-event';
import { type ListTestEventsQuery, TEST_DAYS, TestEvent } from '@portico/contracts/http/test-events';
import { redactMessage } from '@portico/contracts/privacy/redact';
import { type Caller, Problem } from '@portico/service';
import { z } from 'zod';
import { countOrganizations, ReadLog } from '../audit/read-log.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory, type View } from '../directory/directory.ts';
import { ownerOf } from '../directory/owner.ts';
import { toScopeSql } from '../directory/scope.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { TestEventRow } from './test-event-row.ts';

/** SQL condition that hides expired rows until the table's TTL deletes them. */
const WITHIN_RETENTION = `published_at > now() - INTERVAL ${TEST_DAYS} DAY`;
const COLUMNS = { organization: 'organization_id', integration: 'source_id' };
const Count = z.object({ count: z.number() });
const Shown = TestEvent.shape.event;

/** Lists test events, for callers who may see the integration's events. */
@Injectable()
export class TestEventsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly reads: ReadLog,
  ) {}

  async list(caller: Caller, { integration, limit, offset }: ListTestEventsQuery): Promise<Page<TestEvent>> {
    if (!this.schema.isMigrated || !this.follower.isCaughtUp) throw Problem.unavailable('The test events');
    const scope = this.directory.scopeOf(caller);
    const where = [
      WITHIN_RETENTION,
      ...(scope === 'every' ? [] : [toScopeSql(scope, COLUMNS)]),
      ...(integration === undefined ? [] : [`source_id = ${integration}`]),
    ].join(' AND ');
    const [rows, [counted]] = await Promise.all([
      this.clickhouse.rowsNow(TestEventRow, {
        sql: `SELECT ${columnsOf(TestEventRow)} FROM test_events FINAL WHERE ${where}
          ORDER BY published_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
        params: { limit, offset },
      }),
      this.clickhouse.rowsNow(Count, { sql: `SELECT count() AS count FROM test_events FINAL WHERE ${where}` }),
    ]);
    this.reads.answered({}, countOrganizations(rows.map(({ organization_id }) => organization_id)));
    const view = this.directory.viewOf(caller);
    return { data: rows.map((row) => this.toTestEvent(row, view)), count: counted?.count ?? 0 };
  }

  private toTestEvent(row: TestEventRow, { redactions }: View): TestEvent {
    const redaction = redactions.get(row.organization_id);
    const event = row.event === '' ? null : z.parse(Shown, JSON.parse(row.event));
    const { integration, organization } = ownerOf(this.directory, row.source_id);
    return {
      id: `${row.kafka_partition}-${row.kafka_offset}-${Date.parse(columnToIso(row.published_at))}`,
      published_at: columnToIso(row.published_at),
      integration_id: row.source_id,
      integration,
      organization,
      event_id: row.event_id === '' ? null : row.event_id,
      rejection: row.code === '' ? null : Rejection.parse(row),
      event: event && redaction ? { ...event, message: redactMessage(event.message, redaction) } : event,
      ...(redaction ? { value: '', isHidden: true } : { value: Buffer.from(row.value, 'base64').toString() }),
    };
  }
}
