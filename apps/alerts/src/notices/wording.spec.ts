import { describe, expect, it } from '@jest/globals';
import { type Told, wordsOf } from './wording.ts';

const TOLD: Told = {
  kind: 'integration.silent',
  subject: 'silence:5',
  at: new Date('2026-01-01T09:12:00.000Z'),
  since: null,
  integrationId: 5,
  eventName: null,
  about: null,
  integration: 'Payroll',
  productName: 'Portico',
  message: null,
  view: null,
};
const VIEW = { name: 'Failures', search: { status: 'FAILURE', query: 'pay run' }, count: 5, minutes: 10, found: 8 };

describe('the link of a notice leads to an address of the console', () => {
  it.each<[string, Partial<Told>, string]>([
    ['an episode', { kind: 'episode.opened', subject: 'episode:12' }, '/episodes/12'],
    ['the events of an integration', {}, '/dashboard?where=integration%3A%235'],
    [
      'the list of a view',
      { kind: 'view.more', subject: 'view:3', integrationId: null, view: VIEW },
      '/dashboard?status=FAILURE&query=pay+run',
    ],
    [
      'what is wrong now',
      { kind: 'platform.behind', subject: 'platform', integrationId: null },
      '/dashboard?view=product',
    ],
  ])('%s', (_, change, link) => expect(wordsOf({ ...TOLD, ...change }).link).toBe(link));
});
