import { describe, expect, it } from '@jest/globals';
import { randomFrom, SEED } from '@portico/testkit';
import { periodsUntil, type Cut, type Span } from './period.ts';

const DAY = 86_400_000;
const at = (moment: string): number => Date.parse(moment);
const iso = ({ startsAt, endsAt }: Span): string[] => [startsAt, endsAt].map((one) => new Date(one).toISOString());
const months = (zone: string): Cut => ({ zone, subscription: null });
const billed = (startsAt: string, endsAt: string, zone = 'UTC'): Cut => ({
  zone,
  subscription: { startsAt: at(startsAt), endsAt: at(endsAt) },
});

describe('the first period', () => {
  it.each<[string, string, Cut, string, string]>([
    ['a calendar month in UTC', '2026-11-28T09:00Z', months('UTC'), '2026-11-01T00:00Z', '2026-12-01T00:00Z'],
    [
      'a calendar month in a zone east of UTC',
      '2026-11-30T16:00Z',
      months('Asia/Tokyo'),
      '2026-11-30T15:00Z',
      '2026-12-31T15:00Z',
    ],
    [
      'a month in which clocks go back',
      '2026-10-28T09:00Z',
      months('Europe/Berlin'),
      '2026-09-30T22:00Z',
      '2026-10-31T23:00Z',
    ],
    [
      'a month in which clocks go forward',
      '2026-03-28T09:00Z',
      months('America/New_York'),
      '2026-03-01T05:00Z',
      '2026-04-01T04:00Z',
    ],
    ['February of a leap year', '2028-02-29T12:00Z', months('UTC'), '2028-02-01T00:00Z', '2028-03-01T00:00Z'],
    [
      'a month whose first midnight is skipped',
      '2023-10-02T12:00Z',
      months('America/Asuncion'),
      '2023-10-01T04:00Z',
      '2023-11-01T03:00Z',
    ],
    [
      'a month whose first midnight occurs twice',
      '2026-11-02T12:00Z',
      months('America/Havana'),
      '2026-11-01T04:00Z',
      '2026-12-01T05:00Z',
    ],
    [
      'a month in a zone whose offset has quarter hours',
      '2026-11-28T09:00Z',
      months('Asia/Kathmandu'),
      '2026-10-31T18:15Z',
      '2026-11-30T18:15Z',
    ],
    [
      'the billing period of the subscription',
      '2026-11-28T09:00Z',
      billed('2026-11-10T08:30Z', '2026-12-10T08:30Z'),
      '2026-11-10T08:30Z',
      '2026-12-10T08:30Z',
    ],
  ])('is %s', (_, now, cut, startsAt, endsAt) => {
    expect(periodsUntil(at(now), null, cut).map(iso)).toEqual([
      [startsAt, endsAt].map((one) => iso({ startsAt: at(one), endsAt: 0 })[0]),
    ]);
  });
});

describe('the next period', () => {
  it.each<[string, string, string, Cut, string[]]>([
    ['is the next calendar month', '2026-12-01T00:00Z', '2026-12-01T00:00Z', months('UTC'), ['2027-01-01T00:00Z']],
    [
      'ends after a full month if the time zone moves to the west',
      '2026-12-01T00:00Z',
      '2026-12-01T00:00Z',
      months('America/New_York'),
      ['2027-01-01T05:00Z'],
    ],
    [
      'ends a few hours earlier if the time zone moves to the east',
      '2026-12-01T00:00Z',
      '2026-12-01T00:00Z',
      months('Asia/Tokyo'),
      ['2026-12-31T15:00Z'],
    ],
    ['does not begin before the current period ends', '2026-12-01T00:00Z', '2026-11-30T23:59Z', months('UTC'), []],
    [
      'begins together with the missed periods after a long pause',
      '2026-10-01T00:00Z',
      '2026-12-02T00:00Z',
      months('UTC'),
      ['2026-11-01T00:00Z', '2026-12-01T00:00Z', '2027-01-01T00:00Z'],
    ],
    [
      'ends at the end of the billing period',
      '2026-12-01T00:00Z',
      '2026-12-01T00:00Z',
      billed('2026-11-10T08:30Z', '2026-12-10T08:30Z'),
      ['2026-12-10T08:30Z'],
    ],
    [
      'does not begin before the subscription is renewed',
      '2026-12-10T08:30Z',
      '2026-12-10T08:31Z',
      billed('2026-11-10T08:30Z', '2026-12-10T08:30Z'),
      [],
    ],
    [
      'begins after the subscription is renewed',
      '2026-12-10T08:30Z',
      '2026-12-11T00:00Z',
      billed('2026-12-10T08:30Z', '2027-01-10T08:30Z'),
      ['2027-01-10T08:30Z'],
    ],
    [
      'begins with a subscription that begins later',
      '2026-11-01T00:00Z',
      '2026-12-12T00:00Z',
      billed('2026-12-10T08:30Z', '2027-01-10T08:30Z'),
      ['2026-12-10T08:30Z', '2027-01-10T08:30Z'],
    ],
  ])('%s', (_, after, now, cut, ends) => {
    expect(periodsUntil(at(now), at(after), cut).map(({ endsAt }) => endsAt)).toEqual(ends.map(at));
  });
});

const ZONES = [
  'UTC',
  'Asia/Tokyo',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
];

describe(`periods of seed ${SEED}`, () => {
  it('never overlap and leave no gap, even when the source of their boundaries changes', () => {
    const random = randomFrom(SEED);
    for (let history = 0; history < 200; history += 1) {
      const spans: Span[] = [];
      let now = at('2026-01-15T00:00Z') + Math.floor(random() * 365 * DAY);
      let cut: Cut = months('UTC');
      for (let step = 0; step < 40; step += 1) {
        if (random() < 0.3) cut = { ...cut, zone: ZONES[Math.floor(random() * ZONES.length)] ?? 'UTC' };
        if (random() < 0.2) cut = { ...cut, subscription: null };
        else if (random() < 0.3) {
          const startsAt = now - Math.floor(random() * 40 * DAY);
          cut = { ...cut, subscription: { startsAt, endsAt: startsAt + Math.floor((1 + random() * 60) * DAY) } };
        }
        const found = periodsUntil(now, spans.at(-1)?.endsAt ?? null, cut);
        if (spans.length === 0 && found[0]) expect(found[0].startsAt).toBeLessThanOrEqual(now);
        spans.push(...found);
        // A period contains `now`, unless the renewal of a subscription is unknown.
        if (cut.subscription === null || cut.subscription.endsAt > now)
          expect(spans.at(-1)?.endsAt).toBeGreaterThan(now);
        now += Math.floor(random() * 20 * DAY);
      }
      for (const [index, { startsAt, endsAt }] of spans.entries()) {
        expect(endsAt).toBeGreaterThan(startsAt);
        if (index > 0) expect(startsAt).toBe(spans[index - 1]?.endsAt);
      }
    }
  });
});
