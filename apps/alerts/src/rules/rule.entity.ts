import { defineEntity, p } from '@mikro-orm/core';
import { OWNER_KINDS } from '@portico/contracts/common/owners';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import type { RuleKind } from '@portico/contracts/http/notices';
import { DIGESTS, type QuietHours, REMINDERS, type RuleView } from '@portico/contracts/http/rules';

const RuleSchema = defineEntity({
  name: 'Rule',
  tableName: 'rules',
  properties: {
    id: p.integer().primary().autoincrement(),
    owner: p.enum(OWNER_KINDS),
    organizationId: p.integer().nullable(),
    userId: p.integer().nullable(),
    createdBy: p.integer(),
    /** The last person who took over the rule; null if the creator is still responsible. */
    responsibleUserId: p.integer().nullable(),
    /** When the responsible person lost the right to change the rule; null while the person has the right. */
    needsOwnerSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    on: p.json<RuleKind[]>(),
    filterOrganizationId: p.integer().nullable(),
    filterIntegrationId: p.integer().nullable(),
    filterEventName: p.text().nullable(),
    filterSeverity: p.text().nullable(),
    /** The rule's own trouble threshold; null for the integration's threshold. */
    trouble: p.json<TroubleThreshold>().nullable(),
    view: p.json<RuleView>().nullable(),
    /** Whether the view's condition held at the last check. `viewedAt`: time of the last check. */
    viewHolds: p.boolean().default(false),
    viewedAt: p.datetime(3).nullable(),
    /** The time from which the rule counts events; null for a rule of an earlier release that this release has not checked yet. */
    viewSince: p.datetime(3).nullable(),
    /** The end of the last evaluated window; null before the first evaluation. */
    viewTo: p.datetime(3).nullable(),
    channels: p.json<number[]>(),
    inbox: p.boolean(),
    quietHours: p.json<QuietHours>().nullable(),
    digest: p.enum(DIGESTS),
    remind: p.enum(REMINDERS),
    active: p.boolean(),
  },
  indexes: [
    { name: 'rules_owner_index', properties: ['owner', 'organizationId', 'userId'] },
    {
      name: 'rules_responsible_index',
      expression: 'create index "rules_responsible_index" on "rules" ((coalesce("responsible_user_id", "created_by")))',
    },
    {
      name: 'rules_needs_owner_index',
      expression:
        'create index "rules_needs_owner_index" on "rules" ("needs_owner_since") where "needs_owner_since" is not null',
    },
  ],
});

/** A rule selects transitions and the channels and inbox that receive notices about these transitions. */
export class Rule extends RuleSchema.class {}
RuleSchema.setClass(Rule);
