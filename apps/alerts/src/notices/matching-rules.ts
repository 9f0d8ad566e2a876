import type { EntityManager } from '@mikro-orm/postgresql';
import { SEVERITIES } from '@portico/contracts/events/choices';
import type { OwnerKind } from '@portico/contracts/common/owners';
import { MAINTENANCE_SCOPES } from '@portico/contracts/http/maintenance';
import { USAGE_KINDS } from '@portico/contracts/http/notices';
import { intArray } from '@portico/postgres';
import { z } from 'zod';
import { Audience } from '../transitions/transitions.ts';
import { episodeIdOf } from './subjects.ts';
import type { Transition } from '../transitions/transition.entity.ts';

const MaintenanceScope = z.object({ scope: z.enum(MAINTENANCE_SCOPES) });

/** The thresholds that one change of an entitlement's usage reached. */
const ReachedUsage = z.object({ reached: z.array(z.enum(USAGE_KINDS)).check(z.minLength(1)) });

export type MatchingRule = {
  id: number;
  owner: OwnerKind;
  organization_id: number | null;
  user_id: number | null;
  filter_severity: string | null;
  inbox: boolean;
  channels: number[];
};

/**
 * Rules that match a transition and whose owners may see it now. A transition without an organization matches only rules of the product and
 * of administrators. A transition of a view matches only the view's rule. A rule gets at most one beginning notice per episode. It gets
 * later notices about the episode if it got the beginning notice or is in the transition's audience. It gets the end of a usage threshold
 * only if it got the beginning. Several thresholds reached at once make one notice. The filters for integration, event and severity apply
 * only to transitions about events. No filter applies to transitions about Portico itself.
 */
const MATCHING = `select r.id, r.owner, r.organization_id, r.user_id, r.filter_severity, r.inbox, r.channels
  from rules r left join users u on u.id = r.user_id cross join (select ?::text as kind, ?::text[] as kinds, ?::text as subject,
      ?::int as organization_id, ?::int as integration_id, ?::text as event_name, ?::boolean as is_of_events) t
    cross join lateral (select case when r.trouble is null then ?::boolean else r.id = any(?::int[]) end as is_meant,
      exists (select from notices n where n.rule_id = r.id and n.subject = t.subject
        and (n.kind = 'episode.opened' or n.kind like 'usage.%')) as has_begun) a
  where r.active and r.needs_owner_since is null and jsonb_exists_any(r."on", t.kinds)
    and (t.organization_id is null and not t.is_of_events
      or coalesce(r.filter_organization_id, t.organization_id) is not distinct from t.organization_id)
    and (not t.is_of_events or coalesce(r.filter_integration_id, t.integration_id) is not distinct from t.integration_id
      and coalesce(r.filter_event_name, t.event_name) is not distinct from t.event_name)
    and (r.view is null or t.subject = 'rule:' || r.id)
    and case when t.kind = 'episode.opened' then a.is_meant and not a.has_begun
      when t.kind like 'episode.%' then a.is_meant or a.has_begun
      when t.kind = 'usage.over' then a.has_begun else true end
    and case r.owner when 'product' then true
      when 'organization' then r.view is not null or r.organization_id = t.organization_id
      else u.deleted_at is null and (r.view is not null or u.usertype in ('ADMIN', 'SUPER_ADMIN') or exists (
        select from memberships m where m.user_id = r.user_id and m.organization_id = t.organization_id and m.approved
          and m.deleted_at is null)) end
  order by r.id`;

/**
 * Rules that get the summary of a maintenance window: rules whose notices the window may have held. For a product-wide window, members
 * get the counts of their organization, and administrators get the counts of all organizations.
 */
const MAINTAINED = `select r.id, r.owner, r.organization_id, r.user_id, null as filter_severity, r.inbox, r.channels
  from rules r left join users u on u.id = r.user_id cross join (select ?::int as organization_id, ?::int as integration_id,
    ? = 'product' as is_product) t
  where r.active and r.needs_owner_since is null and r.view is null
    and jsonb_exists_any(r."on", array['episode.opened', 'integration.silent'])
    and (t.organization_id is null or coalesce(r.filter_organization_id, t.organization_id) = t.organization_id)
    and (t.integration_id is null or coalesce(r.filter_integration_id, t.integration_id) = t.integration_id)
    and (t.organization_id is null or r.filter_integration_id is null or exists (
      select from integrations i where i.id = r.filter_integration_id and i.organization_id = t.organization_id))
    and case when r.owner = 'product' or u.usertype in ('ADMIN', 'SUPER_ADMIN') and u.deleted_at is null
        then not (t.is_product and t.organization_id is not null)
      when r.owner = 'organization' then r.organization_id = t.organization_id
      else u.deleted_at is null and exists (select from memberships m where m.user_id = r.user_id
        and m.organization_id = t.organization_id and m.approved and m.deleted_at is null) end
  order by r.id`;

const rankOf = (severity: string | null): number => (SEVERITIES as readonly string[]).indexOf(severity ?? '');

export async function matchingRules(
  em: EntityManager,
  transition: Transition,
  severity: string | null,
): Promise<MatchingRule[]> {
  const { kind, subject, organizationId = null, integrationId = null, eventName = null, snapshot } = transition;
  if (kind === 'maintenance.over') {
    const { scope } = MaintenanceScope.parse(snapshot['maintenance']);
    return em.execute<MatchingRule[]>(MAINTAINED, [organizationId, integrationId, scope]);
  }
  const { isUsual, rules: reached } = Audience.safeParse(snapshot['audience']).data ?? { isUsual: true, rules: [] };
  const kinds = ReachedUsage.safeParse(snapshot['usage']).data?.reached ?? [kind];
  const isOfEvents = !/^(usage|platform)\./.test(kind);
  const rules = await em.execute<MatchingRule[]>(MATCHING, [
    kind,
    `{${kinds.join(',')}}`,
    subject,
    organizationId,
    integrationId,
    eventName,
    isOfEvents,
    isUsual,
    intArray(reached),
  ]);
  // Without a recorded first failure, the severity of an episode is unknown, so every severity filter matches.
  const isUnknown = severity === null && episodeIdOf(subject) !== null;
  const isAny = isUnknown || !isOfEvents;
  return rules.filter(({ filter_severity: least }) => least === null || isAny || rankOf(severity) >= rankOf(least));
}
