import * as channels from '@portico/contracts/http/channels';
import * as maintenance from '@portico/contracts/http/maintenance';
import * as notices from '@portico/contracts/http/notices';
import * as rules from '@portico/contracts/http/rules';
import { noContent } from '../fake-rows.ts';
import { ago } from '../health.ts';
import { maintenanceOf } from '../maintenance.ts';
import { channelOf, deliveryOf, noticeOf, previewOf, ruleOf } from '../notices.ts';
import { refusalOf } from '../refusal.ts';
import { notFound } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const CODE = 'ABCDEFGH';

/** Notices in every state, some unread. */
const inbox = (): notices.Notice[] => [
  noticeOf(14),
  noticeOf(13, { title: 'Banking is failing', text: 'transfer.settled: certificate expired', at: ago(300) }),
  noticeOf(11, {
    kind: 'integration.silent',
    title: 'Pension is silent',
    text: 'Usually 31 events by now',
    at: ago(900),
  }),
  noticeOf(10, {
    kind: 'episode.closed',
    title: 'Payroll is over it',
    text: 'After 2 h 14 min',
    at: ago(1_500),
    isRead: true,
  }),
  noticeOf(9, { overAt: ago(1_500), at: ago(1_634), isRead: true }),
];

/** Inbox, channels and rules. The verification code of every channel is ABCDEFGH. */
export const fakeNotices = (): TypedAnswer[] => {
  const rows = inbox();
  const made = [
    channelOf(1),
    channelOf(2, {
      type: 'slack',
      name: 'Payroll team',
      hint: '#payroll',
      editsMessages: true,
      state: 'failing',
      failures: 3,
      failingSince: ago(40),
      lastError: 'channel_is_archived',
    }),
    channelOf(3, {
      type: 'webhook',
      name: 'Our pager',
      hint: 'hooks.acme.test/…/9fK2',
      state: 'unverified',
      lastDeliveredAt: null,
    }),
  ];
  const ruleRows = [
    ruleOf(1, {
      channels: [{ id: 1, name: 'Ada at work', type: 'email', state: 'active' }],
      remind: '24h',
      lastNoticeAt: ago(14),
    }),
    ruleOf(2, {
      on: ['view.more', 'view.over'],
      view: {
        name: 'Failures today',
        search: { status: 'FAILURE' },
        when: 'more',
        count: 100,
        minutes: 10,
        clock: 'arrived',
        grace: 0,
      },
      quietHours: { zone: 'Europe/Berlin', from: '22:00', to: '07:00' },
    }),
  ];
  const unread = () => rows.filter(({ isRead }) => !isRead).length;
  const find = (id: number) => made.find((one) => one.id === id);
  /** The fields of a rule in the format of a response, which contains channels instead of the channels' ids. */
  const filled = (rule: rules.RuleUpdate): Partial<rules.Rule> => ({
    ...(JSON.parse(JSON.stringify(rule)) as Partial<rules.Rule>),
    channels: made.filter(({ id }) => rule.channels.includes(id)),
    filter: { ...ruleOf(0).filter, ...rule.filter },
  });
  const windows = [maintenanceOf(1), maintenanceOf(2, { state: 'planned' }), maintenanceOf(3, { state: 'past' })];
  return [
    answering(maintenance.listMaintenance, () => ({ data: windows, count: windows.length })),
    answering(maintenance.previewMaintenance, () => ({ data: windows[0]?.next ?? [] })),
    answering(notices.listNotices, ({ query }) => {
      const data = rows.filter(({ isRead }) => query.get('unread') !== 'true' || !isRead);
      return { data, count: data.length, unread: unread() };
    }),
    answering(notices.readNotices, ({ body }) => {
      for (const row of rows) if (body.upTo !== undefined || body.ids.includes(row.id)) row.isRead = true;
      return { unread: unread() };
    }),
    answering(channels.listChannels, () => ({ data: made, count: made.length })),
    answering(channels.createChannel, ({ body: { name, target } }) => {
      const channel = channelOf(made.length + 1, {
        name,
        type: target.type,
        state: 'unverified',
        rules: 0,
        lastDeliveredAt: null,
      });
      made.push(channel);
      return { ...channel, secret: target.type === 'webhook' ? 'whsec_bm90IGEgc2VjcmV0' : null };
    }),
    answering(channels.getChannel, ({ id }) => find(id) ?? notFound()),
    answering(channels.verifyChannel, ({ id, body: { code } }) => {
      const channel = find(id);
      if (!channel) return notFound();
      if (code !== undefined && code !== CODE)
        return refusalOf(400, 'validation_failed', 'Code should be the one that was sent');
      return Object.assign(channel, code !== undefined && { state: 'active' });
    }),
    answering(channels.takeOverChannel, ({ id }) => {
      const channel = find(id);
      return channel ? Object.assign(channel, { needsOwnerSince: null }) : notFound();
    }),
    answering(channels.testChannel, () => deliveryOf(99, { kind: 'test', title: 'A test' })),
    answering(channels.rotateChannelSecret, ({ id }) => {
      const channel = find(id);
      return channel ? { ...channel, secret: 'whsec_YW5vdGhlciBvbmU=' } : notFound();
    }),
    answering(channels.deleteChannel, ({ id }) => {
      made.splice(
        made.findIndex((one) => one.id === id),
        1,
      );
      return noContent();
    }),
    answering(channels.listDeliveries, () => ({
      data: [
        deliveryOf(12),
        deliveryOf(40, { state: 'failed', attempts: 5, status: 410, lastError: 'Gone', sentAt: null, mayResend: true }),
      ],
      count: 2,
    })),
    answering(channels.resendDelivery, ({ id }) => deliveryOf(id)),
    answering(rules.listRules, () => ({ data: ruleRows, count: ruleRows.length })),
    answering(rules.previewRule, () => previewOf()),
    answering(rules.createRule, ({ body }) => {
      const rule = ruleOf(100 + ruleRows.length, filled(body));
      ruleRows.push(rule);
      return rule;
    }),
    answering(rules.replaceRule, ({ id, body }) => {
      const rule = ruleRows.find((one) => one.id === id);
      return rule ? Object.assign(rule, filled(body)) : notFound();
    }),
    answering(rules.takeOverRule, ({ id }) => {
      const rule = ruleRows.find((one) => one.id === id);
      return rule ? Object.assign(rule, { needsOwnerSince: null }) : notFound();
    }),
    answering(rules.deleteRule, ({ id }) => {
      ruleRows.splice(
        ruleRows.findIndex((one) => one.id === id),
        1,
      );
      return noContent();
    }),
  ];
};
