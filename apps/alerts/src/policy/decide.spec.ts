import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOTICE_KINDS } from '@portico/contracts/http/notices';
import { budgetUntil, isReminderDue } from './budget.ts';
import { decide, type Decision, type Facts, POLICY } from './decide.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 25, 12);

const at = (facts: Partial<Facts>): Facts => ({
  now: NOW,
  wait: POLICY.wait,
  kind: 'episode.opened',
  severity: 'ERROR',
  createdAt: NOW - MINUTE,
  overAt: null,
  start: 'none',
  isMuted: false,
  isInMaintenance: false,
  isPlatformBehind: false,
  endsQuietly: false,
  quietUntil: null,
  digestUntil: null,
  maintenanceUntil: null,
  groupUntil: null,
  budgetUntil: null,
  ...facts,
});
const over: Partial<Facts> = { kind: 'episode.closed', start: 'sent' };
const maintained: Partial<Facts> = { isInMaintenance: true, maintenanceUntil: NOW + HOUR };
const FATAL = { severity: 'FATAL' };

describe('the policy of notices', () => {
  it.each<[string, Partial<Facts>, Decision]>([
    ['what began a minute ago', {}, { send: 'now' }],
    ['what began a moment ago', { createdAt: NOW }, { wait: NOW + 30 * SECOND }],
    ['what began 29 seconds ago', { createdAt: NOW - 29 * SECOND }, { wait: NOW + SECOND }],
    ['what was over 29 seconds later', { overAt: NOW - 31 * SECOND }, { never: 'over_within_wait' }],
    ['what was over 30 seconds later', { overAt: NOW - 30 * SECOND }, { send: 'past' }],
    [
      'what was over at once, in a digest',
      { overAt: NOW - MINUTE, digestUntil: NOW + HOUR },
      { never: 'over_within_wait' },
    ],
    ['what is muted', { isMuted: true }, { never: 'muted' }],
    ['what is muted and FATAL', { isMuted: true, ...FATAL }, { never: 'muted' }],
    ['the end of what was muted', { kind: 'episode.closed', start: 'never' }, { never: 'start_not_sent' }],
    ['the end of what was sent and is muted now', { ...over, isMuted: true }, { send: 'now' }],
    ['the end of an unsent notice, muted', { kind: 'episode.closed', isMuted: true }, { never: 'muted' }],
    ['the end of what was sent', over, { send: 'now' }],
    ['the end a moment ago', { ...over, createdAt: NOW }, { send: 'now' }],
    ['the end when only ends are asked for', { kind: 'episode.closed' }, { send: 'now' }],
    ['the end of what still waits', { ...over, start: 'pending' }, { never: 'merged' }],
    ['the end of what is being retried', { ...over, start: 'unsent' }, { wait: NOW + 5 * SECOND }],
    ['what began in maintenance', { ...maintained }, { wait: NOW + HOUR }],
    ['what began in maintenance and is FATAL', { ...maintained, ...FATAL }, { wait: NOW + HOUR }],
    ['what was over in maintenance', { ...maintained, overAt: NOW - SECOND }, { never: 'maintenance' }],
    [
      'what was over in maintenance that is over',
      { isInMaintenance: true, createdAt: NOW - HOUR, overAt: NOW - SECOND },
      { never: 'maintenance' },
    ],
    ['what is still open after maintenance', { createdAt: NOW - HOUR }, { send: 'now' }],
    ['what is muted in maintenance', { ...maintained, isMuted: true }, { never: 'muted' }],
    ['silence in maintenance', { ...maintained, kind: 'integration.silent' }, { wait: NOW + HOUR }],
    ['flapping in maintenance', { ...maintained, kind: 'episode.flapping' }, { never: 'maintenance' }],
    ['the end in maintenance of what was sent before', { ...maintained, ...over }, { send: 'now' }],
    ['the end in maintenance of what waits', { ...maintained, ...over, start: 'pending' }, { never: 'merged' }],
    [
      'the end in maintenance when only ends are asked for',
      { ...maintained, kind: 'episode.closed' },
      { never: 'maintenance' },
    ],
    [
      'the end after maintenance of what it held',
      { kind: 'episode.closed', start: 'never' },
      { never: 'start_not_sent' },
    ],
    ['the summary of maintenance', { kind: 'maintenance.over' }, { send: 'now' }],
    [
      'the summary of maintenance in quiet hours',
      { kind: 'maintenance.over', quietUntil: NOW + HOUR },
      { wait: NOW + HOUR },
    ],
    ['quiet hours', { quietUntil: NOW + HOUR }, { wait: NOW + HOUR }],
    ['quiet hours and FATAL', { quietUntil: NOW + HOUR, ...FATAL }, { send: 'now' }],
    [
      'quiet hours that are over and what is over by now',
      { createdAt: NOW - 8 * HOUR, overAt: NOW - HOUR },
      { send: 'past' },
    ],
    ['the end in quiet hours', { ...over, quietUntil: NOW + HOUR }, { wait: NOW + HOUR }],
    ['the end in quiet hours, by an edit', { ...over, quietUntil: NOW + HOUR, endsQuietly: true }, { send: 'now' }],
    ['the end beyond the budget, by an edit', { ...over, budgetUntil: NOW + HOUR, endsQuietly: true }, { send: 'now' }],
    ['the pause of a group', { groupUntil: NOW + 3 * MINUTE }, { wait: NOW + 3 * MINUTE }],
    ['the pause of a group that is over', { groupUntil: NOW - SECOND }, { send: 'now' }],
    ['a digest', { digestUntil: NOW + 5 * HOUR, ...FATAL }, { wait: NOW + 5 * HOUR }],
    ['a digest in quiet hours', { digestUntil: NOW + HOUR, quietUntil: NOW + 2 * HOUR }, { wait: NOW + 2 * HOUR }],
    ['the budget', { budgetUntil: NOW + 7 * MINUTE }, { wait: NOW + 7 * MINUTE }],
    ['the budget and FATAL', { budgetUntil: NOW + 7 * MINUTE, ...FATAL }, { wait: NOW + 7 * MINUTE }],
    [
      'silence while Portico is behind',
      { kind: 'integration.silent', isPlatformBehind: true },
      { never: 'platform_behind' },
    ],
    ['a failure while Portico is behind', { isPlatformBehind: true }, { send: 'now' }],
    [
      'the back of what was silent for Portico only',
      { kind: 'integration.back', start: 'never' },
      { never: 'start_not_sent' },
    ],
    ['flapping', { kind: 'episode.flapping' }, { send: 'now' }],
    ['flapping that is over', { kind: 'episode.flapping', overAt: NOW - 20 * SECOND }, { send: 'past' }],
  ])('decides about %s', (_, facts, decision) => {
    expect(decide(at(facts))).toEqual(decision);
  });

  const moment = fc.option(fc.integer({ min: NOW - 2 * HOUR, max: NOW + 2 * HOUR }));
  const anything: fc.Arbitrary<Facts> = fc.record({
    now: fc.constant(NOW),
    wait: fc.constant(POLICY.wait),
    kind: fc.constantFrom(...NOTICE_KINDS),
    severity: fc.constantFrom(null, 'ERROR', 'FATAL'),
    createdAt: fc.integer({ min: NOW - HOUR, max: NOW }),
    overAt: moment,
    start: fc.constantFrom('none', 'pending', 'unsent', 'sent', 'never'),
    isMuted: fc.boolean(),
    isInMaintenance: fc.boolean(),
    isPlatformBehind: fc.boolean(),
    endsQuietly: fc.boolean(),
    quietUntil: moment,
    digestUntil: moment,
    maintenanceUntil: moment,
    groupUntil: moment,
    budgetUntil: moment,
  });

  it('never waits until a time in the past', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const decision = decide(facts);
        expect('wait' in decision ? decision.wait : NOW + 1).toBeGreaterThan(NOW);
      }),
    );
  });

  it('sends or drops every notice after all waiting times have passed', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const later = {
          ...facts,
          now: NOW + 3 * HOUR,
          start: facts.start === 'unsent' ? ('sent' as const) : facts.start,
        };
        expect(decide(later)).not.toHaveProperty('wait');
      }),
    );
  });
});

describe('the budget of a channel', () => {
  const minutesAgo = (...minutes: number[]): number[] => minutes.map((ago) => NOW - ago * MINUTE);
  const twenty = Array.from({ length: 20 }, (_, index) => index + 1);

  it.each<[string, number[], number | null]>([
    ['is free without messages', [], null],
    ['is free after nineteen', minutesAgo(...twenty.slice(1)), null],
    ['is used up by twenty, until the oldest is an hour old', minutesAgo(...twenty), NOW + 40 * MINUTE],
    ['counts the newest twenty', minutesAgo(...twenty, 59), NOW + 40 * MINUTE],
    ['forgets what is an hour old', minutesAgo(...twenty.slice(1), 60), null],
  ])('%s', (_, sent, until) => {
    expect(budgetUntil(sent, NOW)).toBe(until);
  });
});

describe('a reminder', () => {
  const open = { isOver: false, isAcknowledged: false, isMuted: false, remindedAt: NOW - 24 * HOUR };
  it.each<[string, Partial<typeof open>, boolean]>([
    ['is due a day later', {}, true],
    ['is not due before', { remindedAt: NOW - 24 * HOUR + 1 }, false],
    ['is not due of what is over', { isOver: true }, false],
    ['is not due of what is acknowledged', { isAcknowledged: true }, false],
    ['is not due of what is muted', { isMuted: true }, false],
  ])('%s', (_, facts, due) => {
    expect(isReminderDue({ ...open, ...facts }, NOW)).toBe(due);
  });
});
