import type { Meters, UsagePeriod } from '@portico/contracts/http/usage';

/** An organization's usage in November, for an entitlement that counts successful events. */
export const periodOf = (
  id: number,
  lookupKey: string,
  used: string,
  change: Partial<UsagePeriod> = {},
): UsagePeriod => ({
  id,
  organizationId: 4,
  lookupKey,
  measure: 'events',
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  timeZone: 'UTC',
  state: 'running',
  countedTo: '2026-11-20T10:00:00.000Z',
  value: used,
  used,
  events: Number(used),
  digest: null,
  evidence: 'status:SUCCESS arrived:>=2026-11-01T00:00:00.000Z arrived:<2026-11-20T10:00:00.000Z',
  adjustments: [],
  ...change,
});

export const octoberOf = (id: number, lookupKey: string, used: string): UsagePeriod =>
  periodOf(id, lookupKey, used, {
    startsAt: '2026-10-01T00:00:00.000Z',
    endsAt: '2026-11-01T00:00:00.000Z',
    state: 'frozen',
    countedTo: '2026-11-01T00:00:00.000Z',
    digest: '0'.repeat(32),
    evidence: 'status:SUCCESS arrived:>=2026-10-01T00:00:00.000Z arrived:<2026-11-01T00:00:00.000Z',
  });

export const meteredOf = (
  lookupKey: string,
  name: string,
  change: Partial<Meters['data'][number]> = {},
): Meters['data'][number] => ({ lookupKey, name, organizations: 1, meter: null, ...change });
