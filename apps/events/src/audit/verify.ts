import { AuditEntry } from '@portico/contracts/events/audit';
import { AUDIT_DAYS, type AuditVerification } from '@portico/contracts/http/audit';
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
import { DayCheck, endedDayOf } from './chain.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** Days of which the day before may be gone. */
const isOldest = (day: string): boolean => Date.now() - Date.parse(day) > (AUDIT_DAYS - 2) * DAY;

/** Checks one day of a chain against itself and against the days around it. */
export async function verifyDay(clickhouse: ClickHouse, chain: number, day: string): Promise<AuditVerification> {
  const [[before], [next]] = await Promise.all([
    clickhouse.rows(HeadRow, beforeStatement(chain, day)),
    clickhouse.rows(ListedRow, afterStatement(chain, day)),
  ]);
  const check = new DayCheck(before?.hash ?? (isOldest(day) ? null : ''));
  await clickhouse.readRows(FullRow, dayStatement(chain, day), (row) => check.take(row));
  const said = next && endedDayOf(AuditEntry.parse(JSON.parse(next.entry)));
  if (said?.day === day) check.end(said);
  return {
    organization: chain === 0 ? null : chain,
    day,
    entries: check.entries,
    head: check.lastHash,
    fault: check.fault,
  };
}

/** Checks every day of every chain. @returns each that has a fault, and how many there are. */
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
