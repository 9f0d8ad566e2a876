import type { EntityManager } from '@mikro-orm/postgresql';
import { SEVERITIES } from '@portico/contracts/events/choices';
import { type Rule as RuleRow, RuleView } from '@portico/contracts/http/rules';
import { Organization } from '@portico/messaging';
import { intArray } from '@portico/postgres';
import { Channel } from '../channels/store/channel.entity.ts';
import { Integration } from '../directory/integration.entity.ts';
import { ownerFields, type Reach } from '../owners/owners.ts';
import { namesOf } from '../directory/names.ts';
import type { Rule } from './rule.entity.ts';

const LAST = `select rule_id as id, to_json(max(created_at)) as at from notices
  where rule_id = any(?::int[]) group by rule_id`;

/** Converts rules to the format of the API, with the names of the referenced organizations, integrations and people. */
export async function ruleRows(em: EntityManager, reach: Reach, rules: readonly Rule[]): Promise<RuleRow[]> {
  const ownerOf = await ownerFields(em, reach, rules);
  const organizations = await namesOf(
    em,
    Organization,
    rules.map(({ filterOrganizationId }) => filterOrganizationId),
  );
  const integrations = await namesOf(
    em,
    Integration,
    rules.map(({ filterIntegrationId }) => filterIntegrationId),
  );
  const channels = await em.find(Channel, { id: { $in: rules.flatMap((rule) => rule.channels) } });
  const last = await em.execute<{ id: number; at: string }[]>(LAST, [intArray(rules.map(({ id }) => id))]);
  return rules.map((rule) => {
    const lastAt = last.find(({ id }) => id === rule.id)?.at;
    return {
      id: rule.id,
      ...ownerOf(rule),
      on: rule.on,
      filter: {
        organizationId: rule.filterOrganizationId ?? null,
        organization: organizations.get(rule.filterOrganizationId) ?? null,
        integrationId: rule.filterIntegrationId ?? null,
        integration: integrations.get(rule.filterIntegrationId) ?? null,
        eventName: rule.filterEventName ?? null,
        severity: SEVERITIES.find((severity) => severity === rule.filterSeverity) ?? null,
      },
      trouble: rule.trouble ?? null,
      view: rule.view ? RuleView.parse(rule.view) : null,
      channels: rule.channels.flatMap((id) => {
        const channel = channels.find((one) => one.id === id);
        return channel ? [{ id, name: channel.name, type: channel.type, state: channel.stateNow() }] : [];
      }),
      inbox: rule.inbox,
      quietHours: rule.quietHours ?? null,
      digest: rule.digest,
      remind: rule.remind,
      active: rule.active,
      lastNoticeAt: lastAt === undefined ? null : new Date(lastAt).toISOString(),
      createdAt: rule.createdAt.toISOString(),
    };
  });
}
