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
    ['sends a failure that began a minute ago', {}, { send: 'now' }],
    ['waits 30 seconds if a failure began just now', { createdAt: NOW }, { wait: NOW + 30 * SECOND }],
    ['waits one second if a failure began 29 seconds ago', { createdAt: NOW - 29 * SECOND }, { wait: NOW + SECOND }],
    ['drops a failure that ended within 29 seconds', { overAt: NOW - 31 * SECOND }, { never: 'over_within_wait' }],
    ['sends a failure that ended after 30 seconds as a past failure', { overAt: NOW - 30 * SECOND }, { send: 'past' }],
    [
      'drops a failure that ended at once from a digest',
      { overAt: NOW - MINUTE, digestUntil: NOW + HOUR },
      { never: 'over_within_wait' },
    ],
    ['drops a muted failure', { isMuted: true }, { never: 'muted' }],
    ['drops a muted FATAL failure', { isMuted: true, ...FATAL }, { never: 'muted' }],
    [
      'drops the end of a failure if its start was not sent',
      { kind: 'episode.closed', start: 'never' },
      { never: 'start_not_sent' },
    ],
    ['sends the end of a muted failure if its start was sent', { ...over, isMuted: true }, { send: 'now' }],
    [
      'drops the end of a muted failure that has no start notice',
      { kind: 'episode.closed', isMuted: true },
      { never: 'muted' },
    ],
    ['sends the end of a failure if its start was sent', over, { send: 'now' }],
    ['sends the end of a failure without waiting', { ...over, createdAt: NOW }, { send: 'now' }],
    ['sends the end of a failure to a rule that contains only ends', { kind: 'episode.closed' }, { send: 'now' }],
    ['merges the end of a failure with a start that is pending', { ...over, start: 'pending' }, { never: 'merged' }],
    [
      'waits five seconds with the end of a failure if its start is being retried',
      { ...over, start: 'unsent' },
      { wait: NOW + 5 * SECOND },
    ],
    ['holds a failure that began during maintenance', { ...maintained }, { wait: NOW + HOUR }],
    ['holds a FATAL failure that began during maintenance', { ...maintained, ...FATAL }, { wait: NOW + HOUR }],
    [
      'drops a failure that ended during maintenance',
      { ...maintained, overAt: NOW - SECOND },
      { never: 'maintenance' },
    ],
    [
      'drops a failure that ended during maintenance after that maintenance',
      { isInMaintenance: true, createdAt: NOW - HOUR, overAt: NOW - SECOND },
      { never: 'maintenance' },
    ],
    ['sends a failure that is still open after maintenance', { createdAt: NOW - HOUR }, { send: 'now' }],
    ['drops a muted failure during maintenance', { ...maintained, isMuted: true }, { never: 'muted' }],
    ['holds silence during maintenance', { ...maintained, kind: 'integration.silent' }, { wait: NOW + HOUR }],
    ['drops flapping during maintenance', { ...maintained, kind: 'episode.flapping' }, { never: 'maintenance' }],
    [
      'sends the end of a failure during maintenance if its start was sent before',
      { ...maintained, ...over },
      { send: 'now' },
    ],
    [
      'merges the end of a failure during maintenance with a start that is pending',
      { ...maintained, ...over, start: 'pending' },
      { never: 'merged' },
    ],
    [
      'drops the end of a failure during maintenance for a rule that contains only ends',
      { ...maintained, kind: 'episode.closed' },
      { never: 'maintenance' },
    ],
    [
      'drops the end of a failure after maintenance if its start was dropped',
      { kind: 'episode.closed', start: 'never' },
      { never: 'start_not_sent' },
    ],
    ['sends the summary of maintenance', { kind: 'maintenance.over' }, { send: 'now' }],
    [
      'holds the summary of maintenance during quiet hours',
      { kind: 'maintenance.over', quietUntil: NOW + HOUR },
      { wait: NOW + HOUR },
    ],
    ['holds a failure during quiet hours', { quietUntil: NOW + HOUR }, { wait: NOW + HOUR }],
    ['sends a FATAL failure during quiet hours', { quietUntil: NOW + HOUR, ...FATAL }, { send: 'now' }],
    [
      'sends a failure that ended during quiet hours as a past failure',
      { createdAt: NOW - 8 * HOUR, overAt: NOW - HOUR },
      { send: 'past' },
    ],
    ['holds the end of a failure during quiet hours', { ...over, quietUntil: NOW + HOUR }, { wait: NOW + HOUR }],
    [
      'sends the end of a failure during quiet hours if it only edits a message',
      { ...over, quietUntil: NOW + HOUR, endsQuietly: true },
      { send: 'now' },
    ],
    [
      'sends the end of a failure beyond the budget if it only edits a message',
      { ...over, budgetUntil: NOW + HOUR, endsQuietly: true },
      { send: 'now' },
    ],
    ['holds a failure during the pause of its group', { groupUntil: NOW + 3 * MINUTE }, { wait: NOW + 3 * MINUTE }],
    ['sends a failure after the pause of its group', { groupUntil: NOW - SECOND }, { send: 'now' }],
    [
      'holds a FATAL failure until the next digest',
      { digestUntil: NOW + 5 * HOUR, ...FATAL },
      { wait: NOW + 5 * HOUR },
    ],
    [
      'holds a digest until quiet hours end',
      { digestUntil: NOW + HOUR, quietUntil: NOW + 2 * HOUR },
      { wait: NOW + 2 * HOUR },
    ],
    ['holds a failure while the budget is used up', { budgetUntil: NOW + 7 * MINUTE }, { wait: NOW + 7 * MINUTE }],
    [
      'holds a FATAL failure while the budget is used up',
      { budgetUntil: NOW + 7 * MINUTE, ...FATAL },
      { wait: NOW + 7 * MINUTE },
    ],
    [
      'drops silence while Portico is behind',
      { kind: 'integration.silent', isPlatformBehind: true },
      { never: 'platform_behind' },
    ],
    ['sends a failure while Portico is behind', { isPlatformBehind: true }, { send: 'now' }],
    [
      'drops the return of an integration if its silence was not sent',
      { kind: 'integration.back', start: 'never' },
      { never: 'start_not_sent' },
    ],
    ['sends flapping', { kind: 'episode.flapping' }, { send: 'now' }],
    ['sends flapping that is over as past', { kind: 'episode.flapping', overAt: NOW - 20 * SECOND }, { send: 'past' }],
  ])('%s', (_, facts, decision) => {
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

  it('never postpones a notice to a time in the past', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const decision = decide(facts);
        expect('wait' in decision ? decision.wait : NOW + 1).toBeGreaterThan(NOW);
      }),
    );
  });

  it('sends or drops every notice once all delays are over', () => {
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
    ['is free after 19 messages', minutesAgo(...twenty.slice(1)), null],
    ['is used up by 20 messages until the oldest is an hour old', minutesAgo(...twenty), NOW + 40 * MINUTE],
    ['counts only the newest 20 messages', minutesAgo(...twenty, 59), NOW + 40 * MINUTE],
    ['does not count messages that are an hour old', minutesAgo(...twenty.slice(1), 60), null],
  ])('%s', (_, sent, until) => {
    expect(budgetUntil(sent, NOW)).toBe(until);
  });
});

describe('a reminder', () => {
  const open = { isOver: false, isAcknowledged: false, isMuted: false, remindedAt: NOW - 24 * HOUR };
  it.each<[string, Partial<typeof open>, boolean]>([
    ['is due after 24 hours', {}, true],
    ['is not due before 24 hours have passed', { remindedAt: NOW - 24 * HOUR + 1 }, false],
    ['is not due for an episode that is over', { isOver: true }, false],
    ['is not due for an acknowledged episode', { isAcknowledged: true }, false],
    ['is not due for a muted episode', { isMuted: true }, false],
  ])('%s', (_, facts, due) => {
    expect(isReminderDue({ ...open, ...facts }, NOW)).toBe(due);
  });
});
