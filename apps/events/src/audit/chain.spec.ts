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

const check = (rows: readonly ChainRow[], head = ''): DayCheck => {
  const day = new DayCheck(head);
  for (const row of rows) day.take({ ...row, isExtracted: true });
  return day;
};
const lastOf = (rows: readonly ChainRow[]): ChainRow[] => [...new Map(rows.map((row) => [row.chain, row])).values()];

describe('the chain of a day', () => {
  const rows = link(
    [],
    [0, 1, 2, 3, 4].map((at) => received(START + at)),
  );

  it('is whole as it was linked, however often rows are stored', () => {
    expect(check(rows)).toMatchObject({ entries: 5, fault: null, lastHash: rows[4]?.hash });
    expect(check(rows.flatMap((row) => [row, row]))).toMatchObject({ entries: 5, fault: null });
  });

  it('names any one entry that is altered, dropped or moved', () => {
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

  it('names a last entry that is missing by what the next day says', () => {
    const [next] = link(lastOf(rows), [received(START + DAY)]);
    const said = next && endedDayOf(AuditEntry.parse(JSON.parse(next.entry)));
    expect(said).toEqual({ day: '2026-11-27', entries: 5, head: rows[4]?.hash });
    const short = check(rows.slice(0, 4));
    short.end(said ?? null);
    expect(short.fault).toMatchObject({ kind: 'missing', position: 4 });
    const whole = check(rows);
    whole.end(said ?? null);
    expect(whole.fault).toBeNull();
  });
});

describe('rows of a chain', () => {
  it('are the same however their records are split, over days and organizations', () => {
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

  it('follow the day before, and no day that has ended gets one more', () => {
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
});
