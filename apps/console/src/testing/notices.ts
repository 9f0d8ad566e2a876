import type { Channel, Delivery } from '@portico/contracts/http/channels';
import type { Notice } from '@portico/contracts/http/notices';
import type { Rule, RulePreview } from '@portico/contracts/http/rules';
import { ago } from './health.ts';

/** Unread notice number `id`, about a new episode. */
export const noticeOf = (id: number, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'episode.opened',
  subject: `episode:${id}`,
  title: 'Payroll of Northwind is failing',
  text: 'payrun.completed: Bank rejected the file 4711',
  link: `/episodes/${id}`,
  organizationId: 4,
  organization: 'Northwind',
  integrationId: 3,
  integration: 'Payroll',
  eventName: 'payrun.completed',
  severity: 'ERROR',
  at: ago(id),
  overAt: null,
  isRead: false,
  ...change,
});

/** The viewer's own verified channel number `id`. */
export const channelOf = (id: number, change: Partial<Channel> = {}): Channel => ({
  id,
  owner: 'user',
  organizationId: null,
  organization: null,
  mayChange: true,
  responsible: { id: 1, name: 'Ada' },
  needsOwnerSince: null,
  type: 'email',
  name: 'Ada at work',
  hint: 'a…@acme.test',
  headerNames: [],
  timeZone: 'UTC',
  editsMessages: false,
  state: 'active',
  verifiedAt: ago(1_000),
  failingSince: null,
  lastDeliveredAt: ago(12),
  lastError: null,
  failures: 0,
  rules: 1,
  previousSecretUntil: null,
  createdAt: ago(1_001),
  ...change,
});

/** A rule preview with two notices in the last 30 days. The newer notice has late events. */
export const previewOf = (change: Partial<RulePreview> = {}): RulePreview => ({
  from: ago(30 * 24 * 60),
  to: ago(0),
  count: 2,
  notices: [
    { at: ago(300), overAt: null, found: 120, delay: 34 * 60_000, search: { status: 'FAILURE', from: ago(340) } },
    { at: ago(9_000), overAt: ago(8_986), found: 101, delay: 0, search: { status: 'FAILURE', from: ago(9_010) } },
  ],
  ...change,
});

/** The viewer's own rule number `id`, for the start and end of every episode. */
export const ruleOf = (id: number, change: Partial<Rule> = {}): Rule => ({
  id,
  owner: 'user',
  organizationId: null,
  organization: null,
  mayChange: true,
  responsible: { id: 1, name: 'Ada' },
  needsOwnerSince: null,
  on: ['episode.opened', 'episode.closed'],
  filter: {
    organizationId: null,
    organization: null,
    integrationId: null,
    integration: null,
    eventName: null,
    severity: null,
  },
  trouble: null,
  view: null,
  channels: [],
  inbox: true,
  quietHours: null,
  digest: 'none',
  remind: 'none',
  active: true,
  lastNoticeAt: null,
  createdAt: ago(1_000),
  ...change,
});

export const deliveryOf = (id: number, change: Partial<Delivery> = {}): Delivery => ({
  id,
  kind: 'notice',
  title: 'Payroll of Northwind is failing',
  notices: 1,
  state: 'sent',
  attempts: 1,
  status: 250,
  lastError: null,
  createdAt: ago(id),
  nextAt: null,
  sentAt: ago(id),
  mayResend: false,
  ...change,
});
