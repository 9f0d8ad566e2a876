import { defineEntity, p } from '@mikro-orm/core';
import { OWNER_KINDS } from '@portico/contracts/common/owners';
import { NOTICE_KINDS } from '@portico/contracts/http/notices';

/** Open notices that may need a reminder. Each process reads them every minute, also for metrics. */
export const OPEN_INDEX = `create index "notices_open_index" on "notices" ("id") where "over_at" is null
  and "kind" in ('episode.opened', 'integration.silent', 'view.more', 'view.none', 'usage.50', 'usage.80', 'usage.100',
  'platform.behind')`;

/** One digest per day for each person, and for each rule that has one. */
export const DIGEST_INDEX = `create unique index "notices_digest_unique" on "notices"
  ("subject", coalesce("rule_id", 0), coalesce("owner_user_id", 0)) where "kind" = 'digest.below'`;

const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Null, like the transition, for a notice about a channel. */
    ruleId: p.integer().nullable(),
    transitionId: p.integer().nullable(),
    /** The transition that began its inbox entry; null means its own. */
    entryId: p.integer().nullable(),
    /** The owner of the rule or channel, whose inbox has the notice. */
    owner: p.enum(OWNER_KINDS),
    ownerOrganizationId: p.integer().nullable(),
    ownerUserId: p.integer().nullable(),
    kind: p.enum(NOTICE_KINDS),
    subject: p.text(),
    organizationId: p.integer().nullable(),
    integrationId: p.integer().nullable(),
    eventName: p.text().nullable(),
    severity: p.text().nullable(),
    /** When it happened. */
    at: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    organization: p.text().nullable(),
    integration: p.text().nullable(),
    title: p.text(),
    text: p.text(),
    /** A path in the console. */
    link: p.text(),
    event: p.json<unknown>().nullable(),
    /** When it ended, and when Portico detected that. All following columns are written later. */
    overAt: p.datetime(3).nullable(),
    overNotedAt: p.datetime(3).nullable(),
    /** When it enters the inbox; null means never. */
    inboxAt: p.datetime(3).nullable(),
    /** Whether maintenance holds it, or held it until it was over. */
    inMaintenance: p.boolean().default(false),
    /** Whether open consoles were notified of it. */
    isAnnounced: p.boolean().default(false),
    remindedAt: p.datetime(3).nullable(),
    /** The service sends no reminder before this time: the end of quiet hours, or the next attempt. */
    remindAt: p.datetime(3).defaultRaw('now()'),
    remindAttempts: p.integer().default(0),
  },
  uniques: [{ name: 'notices_rule_transition_unique', properties: ['ruleId', 'transitionId'] }],
  indexes: [
    { name: 'notices_subject_index', properties: ['subject', 'id'] },
    {
      name: 'notices_unannounced_index',
      expression:
        'create index "notices_unannounced_index" on "notices" ("inbox_at") where "inbox_at" is not null and not "is_announced"',
    },
    { name: 'notices_open_index', expression: OPEN_INDEX },
    { name: 'notices_digest_unique', expression: DIGEST_INDEX },
    { name: 'notices_owner_index', properties: ['owner', 'ownerOrganizationId', 'ownerUserId', 'id'] },
  ],
});

/** One rule matched one transition. There is exactly one notice per pair, even after a crash. */
export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice);

const InboxMarkSchema = defineEntity({
  name: 'InboxMark',
  tableName: 'inbox_marks',
  properties: {
    userId: p.integer().primary().autoincrement(false),
    upTo: p.integer(),
    /** Newer notices that are also read. */
    readIds: p.array<number>().columnType('int[]').defaultRaw(`'{}'`),
  },
});
/** Which notices a user has read. */
export class InboxMark extends InboxMarkSchema.class {}
InboxMarkSchema.setClass(InboxMark);
