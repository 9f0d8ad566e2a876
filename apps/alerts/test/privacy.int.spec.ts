import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode, EpisodeDetail, EpisodeKinds } from '@portico/contracts/http/episodes';
import type { Notices } from '@portico/contracts/http/notices';
import type { RulePreview } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { newChannel, newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';

jest.setTimeout(180_000);

const [MAIL, FIELD] = ['jane.canary@example.com', 'canary-field-4711'];
const OWNER = { owner: 'organization', organizationId: 1 } as const;
const PATH = '/webhook/privacy';
const event = (event_name: string) =>
  integrationEvent({
    event_name,
    result: 'FAILURE',
    severity_text: 'ERROR',
    details: { message: `No account of ${MAIL}`, customer: { id: FIELD } },
  });

let noticing: Noticing;
const calls = new Map<string, Call>();

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  const { stack } = noticing;
  calls.set('admin', await stack.furnish());
  calls.set('manager', await stack.as('CLIENT', 6));
  calls.set('member', await stack.as('CLIENT', 5));
  const events = await stack.eventsAs('ADMIN');
  await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('payroll'), 60_000);
}, 120_000);
afterAll(() => noticing?.stop());

const call = (role: string): Call => calls.get(role) ?? calls.values().next().value!;
const leaks = (text: string): string[] => [MAIL, FIELD].filter((secret) => text.includes(secret));
const everyAnswer = async (role: string, name: string): Promise<string> => {
  const ask = call(role);
  const episodes = await read<Page<Episode>>(ask, '/episodes?state=live');
  const { id } = episodes.data.find(({ eventName }) => eventName === name) ?? { id: 0 };
  const answers = [
    episodes,
    await read<EpisodeDetail>(ask, `/episodes/${id}`),
    await read<EpisodeKinds>(ask, `/episodes/${id}/kinds`),
    await read<Notices>(ask, '/notices'),
    await read(ask, '/trouble'),
  ];
  return JSON.stringify(answers);
};

describe('privacy rules in alerts', () => {
  it('hide fields from every reader of messages and notices, even in older notices', async () => {
    const { stack } = noticing;
    const webhook = await verifiedWebhook(noticing, call('manager'), PATH, OWNER);
    const mail = await newChannel(call('manager'), { type: 'email', address: 'user6@portico.test' });
    for (const name of ['before.rule', 'after.rule']) {
      await newRule(call('manager'), [webhook.id], { filter: { eventName: name } }, OWNER);
      await newRule(call('manager'), [mail.id], { filter: { eventName: name } });
    }
    const hookOf = (name: string) =>
      eventually(() => noticing.hooksAt(PATH).find(({ body }) => JSON.stringify(body).includes(name)), 60_000);

    await stack.publisher.publish(event('before.rule'));
    expect(leaks(JSON.stringify((await hookOf('before.rule')).body))).toEqual([MAIL, FIELD]);
    const first = await eventually(async () => {
      const text = await everyAnswer('manager', 'before.rule');
      return text.includes('before.rule') && text.includes('No account of') ? text : undefined;
    });
    expect(leaks(first)).toEqual([MAIL]);

    await stack.publisher.privacy(1, {
      rules: [
        { hides: 'email', action: 'mask', below: 'operator' },
        { hides: '/customer/id', action: 'remove', below: 'manager' },
      ],
    });
    await eventually(async () => leaks(await everyAnswer('manager', 'before.rule')).length === 0);
    await stack.publisher.publish(event('after.rule'));
    const hook = JSON.stringify((await hookOf('after.rule')).body);
    expect(leaks(hook)).toEqual([]);
    expect(hook).toContain('No account of [email]');
    for (const role of ['admin', 'manager', 'member'])
      for (const name of ['before.rule', 'after.rule']) {
        const text = await everyAnswer(role, name);
        expect([role, name, leaks(text)]).toEqual([role, name, []]);
        expect(text).toContain('No account of [email]');
      }
    const mails = noticing.mailsTo('user6@portico.test').filter(({ text }) => text.includes('after.rule'));
    expect(mails.map((one) => leaks(JSON.stringify(one)))).toEqual(mails.map(() => []));
  });

  it('prevent rules of the organization from counting hidden fields', async () => {
    const view = {
      name: 'Canary',
      search: { where: `details.customer.id:${FIELD}` },
      when: 'more',
      count: 0,
      minutes: 60,
    };
    const preview = await call('manager')('POST', '/rules/preview', { ...OWNER, view });
    expect(preview.status).toBe(200);
    expect((preview.body as RulePreview).notices).toEqual([]);
    const own = await call('member')('POST', '/rules/preview', { owner: 'user', view });
    expect(own.status).toBe(200);
    expect((own.body as RulePreview).notices).toEqual([]);
  });
});
