import type { EntityManager } from '@mikro-orm/postgresql';
import { SEVERITIES } from '@portico/contracts/events/choices';
import { type Rule as RuleRow, RuleView } from '@portico/contracts/http/rules';
import { Organization } from '@portico/messaging';
import { intArray } from '@portico/postgres';
import { Channel } from '../channels/store/channel.entity.ts';
import { Integration } from '../directory/integration.entity.ts';
import { mayChange, type Owner, type Owners, type Reach } from '../owners/owners.ts';
import type { Rule } from './rule.entity.ts';

export const toOwner = ({ owner, organizationId, userId }: Rule): Owner => ({
  owner,
  organizationId: organizationId ?? null,
  userId: userId ?? null,
});

const nameIn = (rows: readonly { id: number; name: string }[], id: number | null | undefined): string | null =>
  rows.find((row) => row.id === id)?.name ?? null;

const LAST = `select rule_id as id, to_json(max(created_at)) as at from notices
  where rule_id = any(?::int[]) group by rule_id`;

/** Converts rules to the format of the API, with the names of the referenced organizations, integrations and people. */
export async function ruleRows(
  em: EntityManager,
  owners: Owners,
  reach: Reach,
  rules: readonly Rule[],
): Promise<RuleRow[]> {
  const names = await owners.organizationNames(em, rules.map(toOwner));
  const responsible = await owners.responsible(em, rules);
  const ids = (of: (rule: Rule) => number | null | undefined) => ({ $in: rules.flatMap((rule) => of(rule) ?? []) });
  const organizations = await em.find(Organization, { id: ids(({ filterOrganizationId }) => filterOrganizationId) });
  const integrations = await em.find(Integration, { id: ids(({ filterIntegrationId }) => filterIntegrationId) });
  const channels = await em.find(Channel, { id: { $in: rules.flatMap((rule) => rule.channels) } });
  const last = await em.execute<{ id: number; at: string }[]>(LAST, [intArray(rules.map(({ id }) => id))]);
  return rules.map((rule) => {
    const owner = toOwner(rule);
    const lastAt = last.find(({ id }) => id === rule.id)?.at;
    return {
      id: rule.id,
      owner: owner.owner,
      organizationId: owner.organizationId,
      organization: names.get(owner.organizationId) ?? null,
      mayChange: mayChange(reach, owner),
      ...responsible(rule),
      on: rule.on,
      filter: {
        organizationId: rule.filterOrganizationId ?? null,
        organization: nameIn(organizations, rule.filterOrganizationId),
        integrationId: rule.filterIntegrationId ?? null,
        integration: nameIn(integrations, rule.filterIntegrationId),
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
