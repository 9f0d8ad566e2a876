import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AuditEntry } from '@portico/contracts/events/audit';
import fc from 'fast-check';
import { type ChainRow, DayCheck, endedDayOf, link, type Received } from './chain.ts';

const DAY = 24 * 60 * 60 * 1_000;
const START = Date.UTC(2026, 10, 27);

const received = (at: number, organizations: number[] = [1]): Received => ({
  at,
  entry: AuditEntry.parse({
    id: randomUUID(),
    time: new Date(at).toISOString(),
    organizations,
    shares: [],
    actor: { kind: 'user', id: 1, email: 'a@example.test', role: 'ADMIN' },
    channel: 'API',
    service: 'orgs',
    action: 'organization.update',
    targets: [],
    outcome: 'done',
    reason: null,
    rows: null,
    question: null,
    requestId: null,
    address: null,
  }),
});

const check = (rows: readonly ChainRow[], head = '', today = '2026-11-28'): DayCheck => {
  const day = new DayCheck(head, today);
  for (const row of rows) day.take({ ...row, isExtracted: true });
  return day;
};
const lastOf = (rows: readonly ChainRow[]): ChainRow[] => [...new Map(rows.map((row) => [row.chain, row])).values()];

describe('the chain of a day', () => {
  const rows = link(
    [],
    [0, 1, 2, 3, 4].map((at) => received(START + at)),
  );

  it('is valid after linking, even if rows are stored several times', () => {
    expect(check(rows)).toMatchObject({ entries: 5, fault: null, lastHash: rows[4]?.hash });
    expect(check(rows.flatMap((row) => [row, row]))).toMatchObject({ entries: 5, fault: null });
  });

  it('reports any single changed, removed or moved entry', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), (at, to) => {
        const altered = rows.map((row, index) => (index === at ? { ...row, entry: `${row.entry} ` } : row));
        expect(check(altered).fault).toMatchObject({ kind: 'altered', position: at });
        if (at < 4) expect(check(rows.toSpliced(at, 1)).fault).toMatchObject({ kind: 'missing', position: at });
        if (at === to) return;
        const moved = rows.toSpliced(at, 1).toSpliced(to, 0, rows[at] as ChainRow);
        const renumbered = moved.map((row, position) => ({ ...row, position }));
        expect(check(renumbered).fault).toMatchObject({ position: Math.min(at, to) });
      }),
    );
  });

  it('reports a missing last entry, because the next day records the number of entries', () => {
    const [next] = link(lastOf(rows), [received(START + DAY)]);
    const dayEnd = next && endedDayOf(AuditEntry.parse(JSON.parse(next.entry)));
    expect(dayEnd).toEqual({ day: '2026-11-27', entries: 5, head: rows[4]?.hash, keptUntil: '2028-01-01' });
    const short = check(rows.slice(0, 4));
    short.end(dayEnd ?? null);
    expect(short.fault).toMatchObject({ kind: 'missing', position: 4 });
    const whole = check(rows);
    whole.end(dayEnd ?? null);
    expect(whole.fault).toBeNull();
  });
});

describe('rows of a chain', () => {
  it('do not depend on how their records are batched, across days and organizations', () => {
    const moment = fc.integer({ min: 0, max: 3 }).chain((day) => fc.tuple(fc.constant(day), fc.nat(3)));
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 20 }), fc.nat(20), (moments, cut) => {
        const records = moments.map(([day, organization]) => received(START + day * DAY, [organization + 1]));
        const once = link([], records);
        const first = link([], records.slice(0, cut));
        expect([...first, ...link(lastOf(first), records.slice(cut))]).toEqual(once);
      }),
    );
  });

  it('continue the previous day, and are never added to a day that has ended', () => {
    const rows = link([], [received(START + DAY), received(START), received(START + 2 * DAY)]);
    expect(rows.map(({ day, position }) => [day, position])).toEqual([
      ['2026-11-28', 0],
      ['2026-11-28', 1],
      ['2026-11-29', 0],
      ['2026-11-29', 1],
    ]);
    expect(check(rows.slice(2), rows[1]?.hash).fault).toBeNull();
    expect(check(rows.slice(2), '').fault).toMatchObject({ kind: 'missing', position: 0 });
  });

  it("keep the retention of their day's first row, even if the setting changes during the day", () => {
    const settings = [90, 2_555, 400];
    const rows = link([], [received(START), received(START + 1), received(START + DAY)], () => settings.shift() ?? 0);
    expect(rows.map(({ kept_days }) => kept_days)).toEqual([90, 90, 2_555, 2_555]);
    const ended = rows[2] && endedDayOf(AuditEntry.parse(JSON.parse(rows[2].entry)));
    expect(ended?.keptUntil).toBe('2027-02-25');
  });

  it('distinguish an expired day from a removed day', () => {
    const rows = link([], [received(START), received(START + 1), received(START + DAY)], () => 90);
    const next = rows.slice(2);
    // First the whole previous day is missing, then only its last rows.
    for (const head of ['', rows[0]?.hash]) {
      expect(check(next, head, '2027-02-24').fault).toMatchObject({ kind: 'missing', position: 0 });
      expect(check(next, head, '2027-02-25').fault).toBeNull();
    }
  });

  it('have 400 days of retention if an older release stored no retention', () => {
    const [, first] = link([], [received(START), received(START + DAY)]);
    const entry = AuditEntry.parse(JSON.parse(first?.entry ?? ''));
    const old = { ...entry, reason: entry.reason?.replace(/, kept until .*/, '') ?? null };
    expect(endedDayOf(old)?.keptUntil).toBe('2028-01-01');
  });
});
