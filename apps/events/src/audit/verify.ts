import { AuditEntry } from '@portico/contracts/events/audit';
import type { AuditVerification } from '@portico/contracts/http/audit';
import { MIN_AUDIT_DAYS } from '@portico/contracts/http/orgs';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import {
  afterStatement,
  beforeStatement,
  ChainDay,
  chainDaysStatement,
  dayStatement,
  FullRow,
  HeadRow,
  ListedRow,
} from './audit.query.ts';
import { DayCheck, endedDayOf, endOf } from './chain.ts';

/** A date after every day in the log. */
const NEVER = '9999-12-31';

/** Verifies one day of a chain, including its links to the adjacent days. */
export async function verifyDay(clickhouse: ClickHouse, chain: number, day: string): Promise<AuditVerification> {
  const today = new Date().toISOString().slice(0, 10);
  const [[before], [next]] = await Promise.all([
    clickhouse.rows(HeadRow, beforeStatement(chain, day)),
    clickhouse.rows(ListedRow, afterStatement(chain, day)),
  ]);
  const check = new DayCheck(before?.hash ?? '', today);
  let days = 0;
  await clickhouse.readRows(FullRow, dayStatement(chain, day), (row) => {
    days = Math.max(days, row.kept_days, MIN_AUDIT_DAYS);
    check.take(row);
  });
  const ended = next ? endedDayOf(AuditEntry.parse(JSON.parse(next.entry))) : null;
  const dayEnd = ended?.day === day ? ended : null;
  if (dayEnd) check.end(dayEnd);
  // Prefers the retention that the next day's first entry records, because the hash of that entry covers it. No hash covers the rows' own
  // `kept_days`.
  const isExpired = (dayEnd?.keptUntil ?? (days === 0 ? NEVER : endOf(day, days))) <= today;
  return {
    organization: chain === 0 ? null : chain,
    day,
    entries: check.entries,
    head: check.lastHash,
    isExpired,
    fault: isExpired ? null : check.fault,
  };
}

/** Verifies every day of every chain. Returns the days with a fault, and the total numbers of days and entries. */
export async function verifyAll(
  clickhouse: ClickHouse,
): Promise<{ faulty: AuditVerification[]; days: number; entries: number }> {
  const days = await clickhouse.rows(ChainDay, chainDaysStatement);
  const faulty: AuditVerification[] = [];
  let entries = 0;
  for (const { chain, day } of days) {
    const found = await verifyDay(clickhouse, chain, day);
    entries += found.entries;
    if (found.fault) faulty.push(found);
  }
  return { faulty, days: days.length, entries };
}
