import type { EntityManager } from '@mikro-orm/postgresql';
import { MAX_TROUBLE_EPISODES, type TroubleLevel } from '@portico/contracts/http/trouble';
import { intArray } from '@portico/postgres';
import type { Scope } from '../directory/scopes.ts';
import { impactSql, MINUTES } from '../episodes/impact.ts';

/**
 * An integration with live episodes. `ids`: the episodes, worst first. `total`, `failures`: recent events and failures of the episodes'
 * event names.
 */
export type FailingRow = {
  organizationId: number;
  integrationId: number;
  level: Exclude<TroubleLevel, 'silent'>;
  since: Date | string;
  isOpen: boolean;
  failures: number;
  total: number;
  minutes: number;
  ids: number[];
  count: number;
};
export type SilentRow = { organizationId: number; integrationId: number; id: number; since: Date | string };

/** SQL condition: the integration is active, not deleted, and still belongs to the row's organization. */
const EXPECTED = `(i.id is null or i.deleted_at is null and i.active and i.organization_id = t.organization_id)`;

type Narrowing = { sql: string; values: string[] };

const narrowed = (scope: Scope, integrations: readonly number[] | undefined): Narrowing => {
  const conditions = [
    ...(scope === 'all' ? [] : [{ column: 'organization_id', ids: scope }]),
    ...(integrations === undefined ? [] : [{ column: 'integration_id', ids: integrations }]),
  ];
  return {
    sql: conditions.map(({ column }) => ` and t.${column} = any(?::int[])`).join(''),
    values: conditions.map(({ ids }) => intArray(ids)),
  };
};

const failingSql = (where: string): string => `with live as (
    select t.id, t.organization_id, t.integration_id, t.event_name, t.first_failure_at, t.state = 'open' as is_open,
      t.state = 'open' and t.trouble_at is not null as is_trouble
    from episodes t left join integrations i on i.id = t.integration_id
    where t.state in ('open', 'recovering') and ${EXPECTED}${where}
  ), kinds as (select organization_id, integration_id, event_name from live where is_open group by 1, 2, 3
  ), impact as (select k.*, n.* from kinds k, lateral (${impactSql('coalesce(sum(m.failures), 0) as failures, coalesce(sum(m.total), 0) as total', 'k')}) n
  ), sums as (select organization_id, integration_id, sum(failures)::int as failures, sum(total)::int as total from impact group by 1, 2)
  select l.organization_id as "organizationId", l.integration_id as "integrationId", bool_or(l.is_open) as "isOpen",
    case when bool_or(l.is_trouble) then 'failing' when bool_or(l.is_open) then 'below' else 'recovering' end as level,
    coalesce(min(l.first_failure_at) filter (where l.is_trouble), min(l.first_failure_at) filter (where l.is_open),
      min(l.first_failure_at)) as since,
    coalesce(max(u.failures), 0) as failures, coalesce(max(u.total), 0) as total, max(${MINUTES}) as minutes,
    (array_agg(l.id order by l.is_trouble desc, l.is_open desc, coalesce(k.failures, 0) desc, l.first_failure_at, l.id))[:${MAX_TROUBLE_EPISODES}] as ids,
    count(*)::int as count
  from live l left join impact k using (organization_id, integration_id, event_name)
    left join sums u using (organization_id, integration_id)
    left join episode_settlings s on s.integration_id = l.integration_id
  group by l.organization_id, l.integration_id`;

const silentSql = (where: string): string => `select t.organization_id as "organizationId",
    t.integration_id as "integrationId", t.id, coalesce(t.last_arrival_at, t.since) as since
  from silence t left join integrations i on i.id = t.integration_id where t.state = 'silent' and ${EXPECTED}${where}`;

export async function readTrouble(
  em: EntityManager,
  scope: Scope,
  integrations: readonly number[] | undefined,
): Promise<{ failing: FailingRow[]; silent: SilentRow[] }> {
  const { sql, values } = narrowed(scope, integrations);
  const failing = await em.execute<FailingRow[]>(failingSql(sql), values);
  const silent = await em.execute<SilentRow[]>(silentSql(sql), values);
  return { failing, silent };
}
