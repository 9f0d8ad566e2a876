import type { EntityManager } from '@mikro-orm/postgresql';
import { usageChanged } from '@portico/contracts/events/usage';
import type { Outbox } from '@portico/messaging';
import { UsagePeriod } from './usage-period.entity.ts';

const LOCK = 'select 1 from usage_periods where id = any(?::int[]) order by id for update';
const CHANGE = `
  update usage_periods p set version = p.version + 1, published = now.published
  from (
    select p.id, jsonb_build_object(
      'state', case when p.frozen_at is not null then 'frozen' when p.ends_at <= now() then 'closing' else 'running' end,
      'value', trim_scale(p.value)::text, 'used', trim_scale(p.value + coalesce(sum(a.amount), 0))::text,
      'events', p.events) as published
    from usage_periods p left join usage_adjustments a on a.period_id = p.id where p.id = any(?::int[]) group by p.id) now
  where now.id = p.id and now.published is distinct from p.published
  returning p.id`;

/**
 * Publishes the given periods whose values have changed, in the transaction that changed them. Locks the periods in a separate
 * statement, so that the next statement sees changes of other transactions.
 */
export async function publishUsage(em: EntityManager, outbox: Outbox, periods: readonly number[]): Promise<void> {
  if (periods.length === 0) return;
  const ids = `{${periods.join(',')}}`;
  await em.execute(LOCK, [ids]);
  const rows = await em.execute<{ id: number }[]>(CHANGE, [ids]);
  const changed = await em.find(UsagePeriod, { id: { $in: rows.map(({ id }) => id) } }, { refresh: true });
  for (const period of changed) outbox.add(em, usageChanged, period.toState());
  await em.flush();
}
