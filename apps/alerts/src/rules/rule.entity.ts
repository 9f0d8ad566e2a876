import { defineEntity, p } from '@mikro-orm/core';
import { OWNER_KINDS } from '@portico/contracts/common/owners';
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
    createdAt: p.datetime(3).defaultRaw('now()'),
    on: p.json<RuleKind[]>(),
    filterOrganizationId: p.integer().nullable(),
    filterIntegrationId: p.integer().nullable(),
    filterEventName: p.text().nullable(),
    filterSeverity: p.text().nullable(),
    view: p.json<RuleView>().nullable(),
    /** Whether the view's condition held when it was last looked at, and when that was. */
    viewHolds: p.boolean().default(false),
    viewedAt: p.datetime(3).nullable(),
    channels: p.json<number[]>(),
    inbox: p.boolean(),
    quietHours: p.json<QuietHours>().nullable(),
    digest: p.enum(DIGESTS),
    remind: p.enum(REMINDERS),
    active: p.boolean(),
  },
  indexes: [{ name: 'rules_owner_index', properties: ['owner', 'organizationId', 'userId'] }],
});

/** Which transitions are sent to whom, and how. */
export class Rule extends RuleSchema.class {}
RuleSchema.setClass(Rule);
