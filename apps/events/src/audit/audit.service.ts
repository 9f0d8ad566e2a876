import { Injectable, type StreamableFile } from '@nestjs/common';
import { AuditEntry } from '@portico/contracts/events/audit';
import {
  type AuditExportQuery,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type AuditVerification,
  type AuditVerifyQuery,
  type ListedAuditEntry,
  MAX_AUDIT_ROWS,
} from '@portico/contracts/http/audit';
import { MAX_AUDIT_DAYS } from '@portico/contracts/http/orgs';
import { type Caller, callerIsAdmin, csvFile, ndjsonFile, Problem } from '@portico/service';
import { Directory } from '../directory/directory.ts';
import { Admission } from '../table/admission/admission.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { DAY } from '../table/schema/buckets.ts';
import { ListedRow, listStatement, type Place } from './audit.query.ts';
import { verifyDay } from './verify.ts';

/** Numbers of days before the newest entry. A page searches one window after another until the page is full. */
const WINDOWS = [1, 30, MAX_AUDIT_DAYS + 1];
const EXPORT_PAGE = 1_000;

const COLUMNS = [
  'time',
  'actor',
  'actor_id',
  'role',
  'action',
  'targets',
  'outcome',
  'reason',
  'rows',
  'organizations',
  'channel',
  'service',
  'address',
  'request_id',
  'id',
  'day',
  'position',
] as const;

type Reach = 'every' | readonly number[];

/** Serves the audit log. Administrators see every entry, managers see the entries of their organizations. */
@Injectable()
export class AuditService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly admission: Admission,
  ) {}

  async list(caller: Caller, { limit, after, ...filter }: AuditQuery): Promise<AuditPage> {
    const reach = this.reachOf(caller, filter.organization);
    const rows = await this.page(filter, reach, toPlace(after), limit + 1);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const next = last && rows.length > limit ? `${Date.parse(last.time)}_${last.id}` : null;
    return { data: data.map((entry) => shownTo(reach, entry)), next };
  }

  async export(caller: Caller, { format, ...filter }: AuditExportQuery, gone: AbortSignal): Promise<StreamableFile> {
    const reach = this.reachOf(caller, filter.organization);
    const close = await this.admission.openFile(caller, gone);
    const entries = this.read({ caller, gone }, filter, reach, close);
    return format === 'csv'
      ? csvFile('audit.csv', COLUMNS, toCells(entries))
      : ndjsonFile('audit.ndjson', toLines(entries));
  }

  verify(caller: Caller, { organization, day }: AuditVerifyQuery): Promise<AuditVerification> {
    const reach = this.reachOf(caller, organization);
    if (organization === undefined && reach !== 'every') throw Problem.forbidden();
    return verifyDay(this.clickhouse, organization ?? 0, day);
  }

  private async *read(
    { caller, gone }: { caller: Caller; gone: AbortSignal },
    filter: AuditFilter,
    reach: Reach,
    close: () => void,
  ): AsyncGenerator<ListedAuditEntry> {
    try {
      let after: Place | null = null;
      for (let left = MAX_AUDIT_ROWS; left > 0;) {
        const limit = Math.min(EXPORT_PAGE, left);
        const at: Place | null = after;
        const page: ListedAuditEntry[] = await this.admission.run('export', caller, gone, () =>
          this.page(filter, reach, at, limit),
        );
        if (!this.directory.isCurrent(caller))
          throw Problem.forbidden('The export stopped because your access has changed');
        for (const entry of page) yield shownTo(reach, entry);
        const last = page.at(-1);
        if (!last || page.length < limit) return;
        after = { time: Date.parse(last.time), id: last.id };
        left -= page.length;
      }
    } finally {
      close();
    }
  }

  private async page(
    filter: AuditFilter,
    reach: Reach,
    after: Place | null,
    limit: number,
  ): Promise<ListedAuditEntry[]> {
    if (!this.schema.isMigrated) throw Problem.unavailable('The audit log');
    const newest = Math.min(
      after?.time ?? Infinity,
      filter.to === undefined ? Infinity : Date.parse(filter.to),
      Date.now(),
    );
    let rows: ListedRow[] = [];
    for (const days of WINDOWS) {
      const since = new Date(Math.max(newest - days * DAY, 0)).toISOString().slice(0, 10);
      rows = await this.clickhouse.rowsNow(ListedRow, listStatement(filter, reach, { after, since, limit }));
      if (rows.length >= limit) break;
    }
    return rows.map(toEntry);
  }

  /** @throws Problem `forbidden` for callers who manage no organization, `not_found` for an organization that they do not manage. */
  private reachOf(caller: Caller, organization: number | undefined): Reach {
    if (callerIsAdmin(caller)) return 'every';
    const managed = this.directory.managedBy(caller);
    if (managed.size === 0) throw Problem.forbidden();
    if (organization !== undefined && !managed.has(organization)) throw Problem.notFound('The organization');
    return [...managed];
  }
}

const toPlace = (after: string | undefined): Place | null => {
  const [time, id] = after?.split('_') ?? [];
  return id === undefined ? null : { time: Math.min(Number(time), Date.UTC(2200, 0)), id };
};

function toEntry({ chain, day, position, entry: text, actor_email: email }: ListedRow): ListedAuditEntry {
  const entry = AuditEntry.parse(JSON.parse(text));
  const actor = { ...entry.actor, email: email === '' ? null : email };
  return { ...entry, actor, organization: chain === 0 ? null : chain, day, position };
}

/** Hides other organizations and all network addresses from managers. */
function shownTo(reach: Reach, entry: ListedAuditEntry): ListedAuditEntry {
  if (reach === 'every') return entry;
  const own = entry.organizations
    .map((id, index) => [id, entry.shares[index] ?? 0] as const)
    .filter(([id]) => reach.includes(id));
  const isShared = entry.shares.length > 0;
  return {
    ...entry,
    organizations: own.map(([id]) => id),
    shares: isShared ? own.map(([, rows]) => rows) : [],
    rows: isShared ? own.reduce((sum, [, rows]) => sum + rows, 0) : entry.rows,
    targets: own.length < entry.organizations.length ? [] : entry.targets,
    address: null,
  };
}

async function* toCells(entries: AsyncIterable<ListedAuditEntry>) {
  for await (const {
    actor,
    targets,
    organizations,
    requestId,
    question: _,
    shares: __,
    organization: ___,
    ...rest
  } of entries)
    yield {
      ...rest,
      actor: actor.email ?? actor.kind,
      actor_id: actor.id,
      role: actor.role,
      targets: targets.join(' '),
      organizations: organizations.join(' '),
      request_id: requestId,
    };
}

async function* toLines(entries: AsyncIterable<ListedAuditEntry>) {
  for await (const entry of entries) yield JSON.stringify(entry);
}
