import { defineEntity, p } from '@mikro-orm/core';
import { OWNER_KINDS } from '@portico/contracts/common/owners';
import { NOTICE_KINDS } from '@portico/contracts/http/notices';

/** Index of open notices that may need a reminder. Each process reads these notices every minute, also for metrics. */
export const OPEN_INDEX = `create index "notices_open_index" on "notices" ("id") where "over_at" is null
  and "kind" in ('episode.opened', 'integration.silent', 'view.more', 'view.none', 'usage.50', 'usage.80', 'usage.100',
  'platform.behind')`;

/** Ensures at most one digest per day for each person and for each rule. */
export const DIGEST_INDEX = `create unique index "notices_digest_unique" on "notices"
  ("subject", coalesce("rule_id", 0), coalesce("owner_user_id", 0)) where "kind" = 'digest.below'`;

const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The rule that matched. `ruleId` and `transitionId` are null for a notice about a channel. */
    ruleId: p.integer().nullable(),
    transitionId: p.integer().nullable(),
    /** The transition that began the inbox entry; null if this is the notice's own transition. */
    entryId: p.integer().nullable(),
    /** Owner of the rule or channel. The notice appears in this owner's inbox. */
    owner: p.enum(OWNER_KINDS),
    ownerOrganizationId: p.integer().nullable(),
    ownerUserId: p.integer().nullable(),
    kind: p.enum(NOTICE_KINDS),
    subject: p.text(),
    organizationId: p.integer().nullable(),
    integrationId: p.integer().nullable(),
    eventName: p.text().nullable(),
    severity: p.text().nullable(),
    at: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    organization: p.text().nullable(),
    integration: p.text().nullable(),
    title: p.text(),
    text: p.text(),
    /** Path of the console page that the notice links to. */
    link: p.text(),
    event: p.json<unknown>().nullable(),
    /** When the reported problem ended. `overNotedAt`: when Portico detected the end. Both are null while the problem lasts. */
    overAt: p.datetime(3).nullable(),
    overNotedAt: p.datetime(3).nullable(),
    /** When the notice enters the inbox; null for never. */
    inboxAt: p.datetime(3).nullable(),
    /** Whether maintenance holds the notice, or held the notice until the problem ended. */
    inMaintenance: p.boolean().default(false),
    /** Whether open consoles were notified of the notice. */
    isAnnounced: p.boolean().default(false),
    remindedAt: p.datetime(3).nullable(),
    /** Earliest time of the next reminder, such as the end of quiet hours or the time of a retry. */
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

/** A notice about a transition or a channel. Each pair of rule and transition has at most one notice, even after a crash. */
export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice);

const InboxMarkSchema = defineEntity({
  name: 'InboxMark',
  tableName: 'inbox_marks',
  properties: {
    userId: p.integer().primary().autoincrement(false),
    upTo: p.integer(),
    /** Ids of read notices that are newer than `upTo`. */
    readIds: p.array<number>().columnType('int[]').defaultRaw(`'{}'`),
  },
});
/** The notices that a user has read: all notices up to the id `upTo`, and some newer notices. */
export class InboxMark extends InboxMarkSchema.class {}
InboxMarkSchema.setClass(InboxMark);
