import { describe, expect, it } from '@jest/globals';
import type { Rule } from '@portico/contracts/http/rules';
import { channelOf, ruleOf } from '../../testing/notices.ts';
import { ruleNotes, ruleSentence } from './rule-words.ts';

const { filter } = ruleOf(1);
const VIEW = {
  name: 'Failures today',
  search: {},
  when: 'more',
  count: 1_000,
  minutes: 10,
  clock: 'arrived',
  grace: 0,
} as const;

describe('the text of a rule', () => {
  it.each<[Partial<Rule>, string]>([
    [{}, 'Tell me when an integration starts failing, and when it is over, in the inbox'],
    [
      { filter: { ...filter, organizationId: 4, organization: 'Northwind' }, inbox: false, channels: [channelOf(1)] },
      'Tell me when an integration of Northwind starts failing, and when it is over, by e-mail to Ada at work',
    ],
    [
      { filter: { ...filter, integration: 'Payroll', eventName: 'payrun.completed', severity: 'ERROR' } },
      'Tell me when payrun.completed of Payroll starts failing (ERROR or worse), and when it is over, in the inbox',
    ],
    [
      { owner: 'organization', organization: 'Northwind', on: ['integration.silent', 'integration.back'] },
      'Tell the members of Northwind when an integration of Northwind falls silent, and when it sends again, in the inbox',
    ],
    [
      { owner: 'product', on: ['episode.flapping', 'platform.behind', 'platform.caught_up'] },
      'Tell the administrators when an integration fails and recovers again and again, or when events are processed late, and when it has caught up, in the inbox',
    ],
    [
      { owner: 'organization', organization: 'Northwind', on: ['usage.80', 'usage.100', 'usage.over'] },
      'Tell the members of Northwind when 80 % or 100 % of an entitlement of Northwind is used, and when it is below that again, in the inbox',
    ],
    [
      {
        on: ['episode.opened', 'usage.100'],
        filter: { ...filter, organization: 'Northwind', integration: 'Payroll', severity: 'ERROR' },
      },
      'Tell me when Payroll starts failing (ERROR or worse), or when 100 % of an entitlement of Northwind is used, in the inbox',
    ],
    [{ on: ['usage.over'] }, 'Tell me when an entitlement is below a threshold again, in the inbox'],
    [{ on: ['episode.closed'] }, 'Tell me when a failure of an integration is over, in the inbox'],
    [
      { on: ['view.more', 'view.over'], view: VIEW },
      'Tell me when more than 1,000 events of “Failures today” arrive within 10 minutes, and when it is over, in the inbox',
    ],
    [
      { on: ['view.none'], view: { ...VIEW, when: 'none', minutes: 1 }, inbox: false },
      'Tell me when no event of “Failures today” arrives for a minute, through no channel yet',
    ],
  ])('is a sentence: case %#', (change, sentence) => expect(ruleSentence(ruleOf(1, change))).toBe(sentence));

  it('has notes about the timing', () => {
    const quietHours = { zone: 'Europe/Berlin', from: '22:00', to: '07:00' };
    const trouble = { failures: 1_000, share: 50, minutes: 10 };
    expect(ruleNotes(ruleOf(1, { trouble }))).toEqual(['At least 1,000 failures and 50 % within 10 minutes']);
    expect(ruleNotes(ruleOf(1, { active: false, digest: 'daily', remind: '24h', quietHours }))).toEqual([
      'Paused',
      'Once a day',
      'Reminds each day until someone takes the episode',
      'Quiet from 22:00 to 07:00, Europe/Berlin',
    ]);
  });
});
