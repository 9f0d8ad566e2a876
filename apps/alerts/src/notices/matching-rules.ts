import type { EntityManager } from '@mikro-orm/postgresql';
import { SEVERITIES } from '@portico/contracts/events/choices';
import type { OwnerKind } from '@portico/contracts/common/owners';
import type { Transition } from '../transitions/transition.entity.ts';

export type MatchingRule = {
  id: number;
  owner: OwnerKind;
  organization_id: number | null;
  user_id: number | null;
  filter_severity: string | null;
  inbox: boolean;
  channels: number[];
};

/** Rules of those who may see it now. What is about no organization is for administrators, but for views of one's own. */
const MATCHING = `select r.id, r.owner, r.organization_id, r.user_id, r.filter_severity, r.inbox, r.channels
  from rules r left join users u on u.id = r.user_id
  where r.active and r.needs_owner_since is null and jsonb_exists(r."on", ?)
    and coalesce(r.filter_organization_id, ?) is not distinct from ?
    and coalesce(r.filter_integration_id, ?) is not distinct from ?
    and coalesce(r.filter_event_name, ?) is not distinct from ?
    and (r.view is null or ? = 'rule:' || r.id)
    and case r.owner when 'product' then true
      when 'organization' then r.view is not null or r.organization_id = ?
      else u.deleted_at is null and (r.view is not null or u.usertype in ('ADMIN', 'SUPER_ADMIN') or exists (
        select from memberships m where m.user_id = r.user_id and m.organization_id = ? and m.approved
          and m.deleted_at is null)) end
  order by r.id`;

const rankOf = (severity: string | null): number => (SEVERITIES as readonly string[]).indexOf(severity ?? '');

export async function matchingRules(
  em: EntityManager,
  transition: Transition,
  severity: string | null,
): Promise<MatchingRule[]> {
  const { kind, subject, organizationId = null, integrationId = null, eventName = null } = transition;
  const rules = await em.execute<MatchingRule[]>(MATCHING, [
    kind,
    organizationId,
    organizationId,
    integrationId,
    integrationId,
    eventName,
    eventName,
    subject,
    organizationId,
    organizationId,
  ]);
  return rules.filter(
    ({ filter_severity: least }) => least === null || (severity !== null && rankOf(severity) >= rankOf(least)),
  );
}
