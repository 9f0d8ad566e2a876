import { randomUUID } from 'node:crypto';
import * as channels from '@portico/contracts/http/channels';
import * as maintenance from '@portico/contracts/http/maintenance';
import * as notices from '@portico/contracts/http/notices';
import * as responsibilities from '@portico/contracts/http/responsibilities';
import * as rules from '@portico/contracts/http/rules';
import { admins, everyone, type Row, signedIn } from './row.ts';

/** An unused id. */
const NONE = 2_000_000_000;
const none = (body?: object): Row['send'] => {
  return () => ({ id: NONE, ...(body && { body }) });
};
/** A PagerDuty target, because the low hourly limit of codes does not apply to PagerDuty. */
const target = (): object => ({ type: 'pagerduty', routingKey: randomUUID().replaceAll('-', '') });
const channel = (): object => ({ name: 'Ours', target: target() });
const rule = { on: ['episode.opened'] };
const view = { name: 'Failures', search: { status: 'FAILURE' }, when: 'more', minutes: 5 };
/** A maintenance window years away, so that it holds back no notices of other suites. */
const window = {
  reason: 'Upgrade',
  when: { kind: 'once', from: '2126-01-01T00:00:00.000Z', to: '2126-01-02T00:00:00.000Z' },
};
const notThere = { what: 'an unknown id', answers: signedIn(404) };

/** Rows for channels, rules and maintenance windows of a user, of an organization and of the product. */
export const NOTICES: readonly Row[] = [
  { endpoint: channels.listChannels, what: 'the visible channels', answers: signedIn(200) },
  {
    endpoint: channels.createChannel,
    what: "the user's own channel",
    answers: signedIn(201),
    send: () => ({ body: channel() }),
  },
  {
    endpoint: channels.createChannel,
    what: "the product's channel",
    answers: admins(201),
    send: () => ({ body: { ...channel(), owner: 'product' } }),
  },
  {
    endpoint: channels.createChannel,
    what: 'an unknown organization',
    answers: signedIn(404),
    send: () => ({ body: { ...channel(), owner: 'organization', organizationId: NONE } }),
  },
  { endpoint: channels.getChannel, ...notThere, send: none() },
  { endpoint: channels.updateChannel, ...notThere, send: none({ name: 'Theirs' }) },
  { endpoint: channels.deleteChannel, ...notThere, send: none() },
  { endpoint: channels.takeOverChannel, ...notThere, send: none() },
  { endpoint: channels.verifyChannel, ...notThere, send: none({}) },
  { endpoint: channels.testChannel, ...notThere, send: none() },
  { endpoint: channels.rotateChannelSecret, ...notThere, send: none({}) },
  { endpoint: channels.listDeliveries, ...notThere, send: none() },
  { endpoint: channels.resendDelivery, ...notThere, send: none() },
  {
    endpoint: channels.verifyChannelByLink,
    what: 'an invalid link',
    answers: everyone(404),
    send: () => ({ body: { token: 'none' } }),
  },
  {
    endpoint: responsibilities.listAlertResponsibilities,
    what: 'the alerts of a person that the user may take over',
    answers: signedIn(200),
    send: none(),
  },
  { endpoint: rules.listRules, what: 'the visible rules', answers: signedIn(200) },
  { endpoint: rules.createRule, what: "the user's own rule", answers: signedIn(201), send: () => ({ body: rule }) },
  {
    endpoint: rules.createRule,
    what: "the product's rule",
    answers: admins(201),
    send: () => ({ body: { ...rule, owner: 'product' } }),
  },
  {
    endpoint: rules.previewRule,
    what: "the user's own rule",
    answers: signedIn(200),
    send: () => ({ body: { view } }),
  },
  {
    endpoint: rules.previewRule,
    what: 'an unknown organization',
    answers: signedIn(404),
    send: () => ({ body: { view, owner: 'organization', organizationId: NONE } }),
  },
  { endpoint: rules.getRule, ...notThere, send: none() },
  { endpoint: rules.replaceRule, ...notThere, send: none(rule) },
  { endpoint: rules.takeOverRule, ...notThere, send: none() },
  { endpoint: rules.deleteRule, ...notThere, send: none() },
  { endpoint: maintenance.listMaintenance, what: 'the visible windows', answers: signedIn(200) },
  {
    endpoint: maintenance.previewMaintenance,
    what: 'the times of a window',
    answers: signedIn(200),
    send: () => ({ body: { when: window.when } }),
  },
  {
    endpoint: maintenance.createMaintenance,
    what: 'maintenance of the product',
    answers: admins(201),
    send: () => ({ body: { ...window, scope: 'product' } }),
  },
  {
    endpoint: maintenance.createMaintenance,
    what: 'an unknown organization',
    answers: signedIn(404),
    send: () => ({ body: { ...window, scope: 'organization', organizationId: NONE } }),
  },
  { endpoint: maintenance.replaceMaintenance, ...notThere, send: none(window) },
  { endpoint: maintenance.endMaintenance, ...notThere, send: none() },
  { endpoint: maintenance.deleteMaintenance, ...notThere, send: none() },
  { endpoint: notices.listNotices, what: "the user's own notices", answers: signedIn(200) },
  { endpoint: notices.readNotices, what: "the user's own notices", answers: signedIn(200), send: () => ({ body: {} }) },
  {
    endpoint: notices.readAcknowledge,
    what: 'an invalid link',
    answers: everyone(404),
    send: () => ({ body: { token: 'none' } }),
  },
  {
    endpoint: notices.acknowledgeByLink,
    what: 'an invalid link',
    answers: everyone(404),
    send: () => ({ body: { token: 'none' } }),
  },
];
