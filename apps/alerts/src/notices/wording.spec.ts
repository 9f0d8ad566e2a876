import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inZone, momentText, pastText, pastTitle, spanText, type NoticeFacts, wordsOf } from './wording.ts';

const FACTS: NoticeFacts = {
  kind: 'integration.silent',
  subject: 'silence:5',
  at: new Date('2026-01-01T09:12:00.000Z'),
  since: null,
  integrationId: 5,
  eventName: null,
  about: null,
  integration: 'Payroll',
  organization: 'Acme',
  productName: 'Portico',
  message: null,
  view: null,
  usage: null,
  maintenance: null,
};
const USAGE = { organizationId: 4, name: 'Vouchers', threshold: 80, used: 50, allowed: 50, hard: true };
const VIEW = { name: 'Failures', search: { status: 'FAILURE', query: 'pay run' }, count: 5, minutes: 10, found: 8 };

const MAINTENANCE = {
  from: '2026-01-01T07:00:00.000Z',
  reason: 'Database upgrade',
  failures: 12,
  episodes: 2,
  failing: 1,
  search: { where: 'integration:#5', status: 'FAILURE' },
};

describe('the summary of maintenance', () => {
  it.each<[Partial<typeof MAINTENANCE> | { failures: null }, string]>([
    [{}, '12 failures in 2 episodes, 1 still failing'],
    [{ failures: 1, episodes: 1, failing: 0 }, '1 failure in 1 episode, none still failing'],
    [{ failures: 0, episodes: 0, failing: 0 }, 'no failures'],
    [{ failures: null }, '2 episodes, 1 still failing'],
  ])('contains the counts %j', (counts, outcome) => {
    const facts: NoticeFacts = { ...FACTS, kind: 'maintenance.over', maintenance: { ...MAINTENANCE, ...counts } };
    expect(wordsOf(facts)).toEqual({
      title: `Maintenance of Payroll is over: ${outcome}`,
      text: 'From 1 Jan 2026, 07:00 UTC to 1 Jan 2026, 09:12 UTC: 2 h 12 min. Database upgrade',
      link: '/dashboard?where=integration%3A%235&status=FAILURE',
    });
  });

  it('names the organization, or Portico if the maintenance has no organization', () => {
    const facts: NoticeFacts = { ...FACTS, kind: 'maintenance.over', integration: null, maintenance: MAINTENANCE };
    expect(wordsOf(facts).title).toMatch(/^Maintenance of Acme is over/);
    expect(wordsOf({ ...facts, organization: null }).title).toMatch(/^Maintenance of Portico is over/);
  });
});

describe('the link of a notice', () => {
  it.each<[string, Partial<NoticeFacts>, string]>([
    ['an episode', { kind: 'episode.opened', subject: 'episode:12' }, '/episodes/12'],
    ['the events of an integration', {}, '/dashboard?where=integration%3A%235'],
    [
      'the list of a view',
      { kind: 'view.more', subject: 'view:3', integrationId: null, view: VIEW },
      '/dashboard?status=FAILURE&query=pay+run',
    ],
    [
      'the usage of an organization',
      { kind: 'usage.80', subject: 'usage:3:80:x', integrationId: null, usage: USAGE },
      '/organizations/4/billing',
    ],
    [
      'the current problems',
      { kind: 'platform.behind', subject: 'platform', integrationId: null },
      '/dashboard?view=product',
    ],
  ])('leads to %s', (_, change, link) => expect(wordsOf({ ...FACTS, ...change }).link).toBe(link));
});

describe('the title of a notice whose problem is over', () => {
  it.each<[NoticeFacts['kind'], NoticeFacts['kind'], Partial<NoticeFacts>]>([
    ['episode.opened', 'episode.closed', { eventName: 'payrun.completed' }],
    ['integration.silent', 'integration.back', {}],
    ['platform.behind', 'platform.caught_up', {}],
    ['usage.80', 'usage.over', { usage: USAGE }],
  ])('changes from the title of %s to the title of %s', (begun, over, change) => {
    const titleOf = (kind: NoticeFacts['kind']) => wordsOf({ ...FACTS, ...change, kind }).title;
    expect(pastTitle(begun, titleOf(begun))).toBe(titleOf(over));
  });

  it('stays the same for a notice about a view', () => {
    const { title } = wordsOf({ ...FACTS, kind: 'view.more', view: VIEW });
    expect(pastTitle('view.more', title)).toBe(title);
  });
});

describe('text in the time zone of its reader', () => {
  it.each([
    ['2026-11-25T09:12:00Z', 'UTC', '25 Nov 2026, 09:12 UTC'],
    ['2026-09-05T09:12:00Z', 'Europe/Berlin', '5 Sept 2026, 11:12 GMT+2 (Europe/Berlin)'],
    // Clocks go forward: 02:00 to 03:00 does not exist.
    ['2026-03-29T00:59:00Z', 'Europe/Berlin', '29 Mar 2026, 01:59 GMT+1 (Europe/Berlin)'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '29 Mar 2026, 03:00 GMT+2 (Europe/Berlin)'],
    // Clocks go back: 02:30 happens twice.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '25 Oct 2026, 02:30 GMT+2 (Europe/Berlin)'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '25 Oct 2026, 02:30 GMT+1 (Europe/Berlin)'],
    ['2026-11-01T06:30:00Z', 'America/New_York', '1 Nov 2026, 01:30 GMT-5 (America/New_York)'],
    ['2026-11-25T20:00:00Z', 'Asia/Kathmandu', '26 Nov 2026, 01:45 GMT+5:45 (Asia/Kathmandu)'],
    ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '4 Oct 2026, 02:30 GMT+11 (Australia/Lord_Howe)'],
  ])('shows %s in %s as %s', (at, zone, expected) => {
    expect(momentText(new Date(at), zone)).toBe(expected);
  });

  it('converts times that Portico wrote, and keeps times that a sender wrote', () => {
    const moments = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2027-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const messages = fc.oneof(
      fc.string(),
      moments.map((at) => `Since ${momentText(at)}. At ${momentText(at)}`),
    );
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(moments, moments, messages, zones, (since, at, message, zone) => {
        const [from, to] = [momentText(since, zone), momentText(at, zone)];
        const over = `From ${from} to ${to}: ${spanText(since, at)}.`;
        const expected: Partial<Record<NoticeFacts['kind'], string>> = {
          'episode.opened': `Since ${to}.${message === '' ? '' : ` ${message}`}`,
          'episode.closed': over,
          'integration.silent': `No event has arrived that was expected by ${to}.`,
          'integration.back': over,
          'view.more': `8 at ${to}.`,
          'view.none': `At ${to}.`,
          'view.over': over,
          'usage.80': `Since ${to}. 50 of 50 used. Portico rejects further events.`,
          'usage.over': over,
        };
        const textOf = (kind: NoticeFacts['kind']) =>
          wordsOf({ ...FACTS, kind, since, at, message, view: VIEW, usage: USAGE }).text;
        const kinds = Object.keys(expected) as NoticeFacts['kind'][];
        expect(Object.fromEntries(kinds.map((kind) => [kind, inZone(textOf(kind), zone)]))).toEqual(expected);
        const past = pastText(`Since ${momentText(since)}. ${message}`, since, at);
        expect(inZone(past, zone)).toBe([over, message].filter(Boolean).join(' '));
      }),
    );
  });
});
