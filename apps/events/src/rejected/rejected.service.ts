import { Snapshots } from '../snapshot/snapshots.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { identityOf, Rejection } from '@portico/contracts/events/integration-event';
import {
  type ListRejectedQuery,
  type RejectedEvent,
  type RejectedEventContent,
  type RejectedList,
  type RejectedSummary,
  SEARCHED_REJECTED,
} from '@portico/contracts/http/rejected-events';
import { audited, type Caller, Problem, Unavailable } from '@portico/service';
import { countOrganizations, ReadLog } from '../audit/read-log.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { Directory, type Scope } from '../directory/directory.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { toTopicPartition } from '../logs/logs.ts';
import { type Identity, storedIdentities } from '../table/stored-events.ts';
import { toDays } from './days.ts';
import { ownerOf } from '../directory/owner.ts';
import {
  countRejectedStatement,
  countSearchedStatement,
  getRejectedStatement,
  ListedRejected,
  listRejectedStatement,
  RejectedCount,
  type RejectedKey,
  RejectedOfDay,
  StoredHeaders,
  StoredRejected,
  toRejectedId,
  summaryStatement,
} from './rejected.query.ts';

const LISTED_TIMEOUT_MS = 10_000;
const POLL_MS = 100;

const toKey = (id: string): RejectedKey => {
  const [partition = 0, offset = 0, publishedAt = 0] = id.split('-').map(Number);
  return { partition, offset, publishedAt };
};

const HIDDEN = { key: null, headers: {}, value: '', base64: '', isText: true, isWhole: true, isHidden: true } as const;

const total = (rows: readonly RejectedOfDay[]): number => rows.reduce((sum, { count }) => sum + count, 0);

@Injectable()
export class RejectedService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly snapshots: Snapshots,
    private readonly reads: ReadLog,
  ) {}

  /** Lists the rejected events that the caller may correct. */
  async list({ limit, offset, ...requested }: ListRejectedQuery, caller: Caller): Promise<RejectedList> {
    this.requireTables();
    const filter = { ...requested, ...this.directory.correctionOf(caller) };
    const [rows, counts, searched] = await Promise.all([
      this.clickhouse.rowsNow(ListedRejected, listRejectedStatement(filter, { limit, offset })),
      this.clickhouse.rowsNow(RejectedCount, countRejectedStatement(filter)),
      filter.query ? this.clickhouse.rowsNow(RejectedCount, countSearchedStatement(filter)) : [],
    ]);
    this.reads.answered(requested, countOrganizations(rows.flatMap(({ organization_id: id }) => (id > 0 ? [id] : []))));
    return {
      data: await this.toRejectedEvents(rows, filter.scope),
      count: counts[0]?.count ?? 0,
      ...((searched[0]?.count ?? 0) > SEARCHED_REJECTED && { isComplete: false }),
    };
  }

  /** @throws Problem `not_found`, also if the caller may not correct the event. */
  async get(id: string, caller: Caller): Promise<RejectedEventContent> {
    const row = await this.row(id, caller);
    const [event] = await this.toRejectedEvents([row], this.directory.correctionScopeOf(caller));
    if (!event) throw Problem.notFound('The rejected event');
    if (row.sender_organization_id > 0) audited({ rowsOf: new Map([[row.sender_organization_id, 1]]) });
    const { topic } = toTopicPartition(row.kafka_partition);
    if (this.directory.correctionOf(caller).hiddenIn.has(row.sender_organization_id))
      return { ...event, topic, ...HIDDEN };
    const bytes = Buffer.from(row.value, 'base64');
    const value = bytes.toString();
    return {
      ...event,
      topic,
      key: row.key === '' ? null : row.key,
      headers: StoredHeaders.parse(JSON.parse(row.headers)),
      value,
      base64: row.value,
      isText: bytes.equals(Buffer.from(value)),
      isWhole: bytes.length === row.size,
    };
  }

  /** @throws Problem `not_found`, also if the caller may not correct the event. */
  async row(id: string, caller: Caller): Promise<StoredRejected> {
    this.requireTables();
    const scope = this.directory.correctionScopeOf(caller);
    const [row] = await this.clickhouse.rowsNow(StoredRejected, getRejectedStatement(toKey(id), scope));
    if (!row) throw Problem.notFound('The rejected event');
    return row;
  }

  async summary(caller: Caller): Promise<RejectedSummary[]> {
    this.requireTables();
    const scope = this.directory.correctionScopeOf(caller);
    const rows = await this.clickhouse.rowsNow(RejectedOfDay, summaryStatement(scope));
    return [...Map.groupBy(rows, ({ source_id }) => source_id).values()]
      .map((days) => this.toSummary(days, scope))
      .toSorted((a, b) => b.count - a.count);
  }

  private toSummary(rows: readonly RejectedOfDay[], scope: Scope): RejectedSummary {
    const sourceId = rows[0]?.source_id ?? 0;
    const last = rows.map(({ last_at }) => last_at).reduce((a, b) => (a > b ? a : b));
    return {
      ...ownerOf(this.directory, sourceId, scope),
      count: total(rows),
      reasons: [...Map.groupBy(rows, ({ code }) => code)]
        .map(([code, some]) => ({ code, count: total(some) }))
        .toSorted((a, b) => b.count - a.count),
      last_at: columnToIso(last),
      days: toDays(rows.map(({ age, count }) => [age, count])),
    };
  }

  private async toRejectedEvents(rows: readonly ListedRejected[], scope: Scope): Promise<RejectedEvent[]> {
    const identities = rows.map(({ source_id, event_id }) => ({ source_id, id: event_id }));
    const listed = await this.listed(identities.filter(({ id }) => id !== ''));
    return rows.map((row) => ({
      id: toRejectedId(row),
      position: { partition: toTopicPartition(row.kafka_partition).partition, offset: row.kafka_offset },
      published_at: columnToIso(row.published_at),
      rejection: Rejection.parse(row),
      ...ownerOf(this.directory, row.source_id, scope),
      event_id: row.event_id === '' ? null : row.event_id,
      size: row.size,
      isListed: listed.has(identityOf({ source_id: row.source_id, id: row.event_id })),
    }));
  }

  /** The keys of `identities` that are in the event list. */
  private async listed(identities: readonly Identity[]): Promise<Set<string>> {
    const listed = await storedIdentities(this.clickhouse, identities).catch((error: unknown) => {
      throw error instanceof Unavailable ? Problem.unavailable('The event history', error) : error;
    });
    if (listed.size > 0) this.snapshots.showListed();
    return listed;
  }

  /**
   * Stores the corrected event's integration for a rejection without a known integration. Lookups by integration and id then find the
   * listed event.
   */
  async noteCorrection(row: StoredRejected, sourceId: number): Promise<void> {
    if (row.source_id === 0) await this.clickhouse.insert('rejected_events', [{ ...row, source_id: sourceId }]);
  }

  /** Resolves when the event is in the list, or after {@link LISTED_TIMEOUT_MS} if the ingest lags. */
  async untilListed(identity: Identity): Promise<void> {
    const deadline = Date.now() + LISTED_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const listed = await this.listed([identity]).catch(() => new Set<string>());
      if (listed.has(identityOf(identity))) return;
      await sleep(POLL_MS);
    }
  }

  private requireTables(): void {
    if (!this.schema.isMigrated) throw Problem.unavailable('The rejected events');
  }
}
