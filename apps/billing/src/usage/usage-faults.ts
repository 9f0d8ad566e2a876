import type { EntityManager } from '@mikro-orm/postgresql';
import { MAX_USAGE_FAULTS, type UsageFault } from '@portico/contracts/http/billing';
import { isoSql } from '@portico/postgres';
import { WHOLE } from './meter-events.ts';

/**
 * Invoice lines whose quantity differs from Portico's: events in the line's time range, and unsent use of periods that end in it.
 * Only frozen periods count. Stripe bills no negative quantity.
 */
const DIFFERENCES = `
  with told as (
    select p.id, p.organization_id, p.lookup_key, p.starts_at, p.ends_at, p.state, ${WHOLE} as used,
      coalesce((select sum(e.value) from meter_events e where e.period_id = p.id), 0) as told
    from usage_periods p where exists (select from metered_lines l where l.organization_id = p.organization_id
      and l.lookup_key = p.lookup_key and p.starts_at < l.ends_at and p.ends_at > l.starts_at)
  ), compared as (
    select l.*, greatest(0,
      coalesce((select sum(e.value) from meter_events e join told p on p.id = e.period_id
        where p.organization_id = l.organization_id and p.lookup_key = l.lookup_key
          and e.stamped_at >= l.starts_at and e.stamped_at < l.ends_at), 0)
      + coalesce(sum(p.used - p.told) filter (where p.ends_at <= l.ends_at), 0)) as expected
    from metered_lines l join told p on p.organization_id = l.organization_id and p.lookup_key = l.lookup_key
      and p.starts_at < l.ends_at and p.ends_at > l.starts_at
    group by l.id
    having bool_and(p.state = 'frozen') filter (where p.ends_at <= l.ends_at) is not false
  )
  select c.organization_id as "organizationId", o.name as "organizationName", c.lookup_key as "lookupKey", c.invoice,
    c.quantity::text as stripe, c.expected::text as portico, null as reason, ${isoSql('c.ends_at')} as since
  from compared c left join organizations o on o.id = c.organization_id
  where c.quantity <> c.expected order by c.ends_at desc, c.id limit ${MAX_USAGE_FAULTS}`;

const UNSENT = `
  select p.organization_id as "organizationId", o.name as "organizationName", p.lookup_key as "lookupKey", null as invoice,
    null as stripe, e.value::text as portico, e.last_error as reason, ${isoSql('e.created_at')} as since
  from meter_events e join usage_periods p on p.id = e.period_id left join organizations o on o.id = p.organization_id
  where e.accepted_at is null and e.last_error is not null order by e.created_at desc limit ${MAX_USAGE_FAULTS}`;

const USED_KEYS = 'select distinct lookup_key as "lookupKey" from usage_periods';

/** @param others aggregations of Stripe's meters that do not sum, by lookup key */
export async function usageFaults(em: EntityManager, others: ReadonlyMap<string, string>): Promise<UsageFault[]> {
  const keys = others.size === 0 ? [] : await em.execute<{ lookupKey: string }[]>(USED_KEYS);
  const refused = keys.flatMap(({ lookupKey }): UsageFault[] => {
    const formula = others.get(lookupKey);
    if (formula === undefined) return [];
    const reason = `Stripe's meter aggregates by ${formula}. Only a meter that aggregates by sum receives usage.`;
    const none = {
      organizationId: null,
      organizationName: null,
      invoice: null,
      stripe: null,
      portico: null,
      since: null,
    };
    return [{ ...none, lookupKey, reason }];
  });
  const [differences, unsent] = [await em.execute<UsageFault[]>(DIFFERENCES), await em.execute<UsageFault[]>(UNSENT)];
  return [...refused, ...differences, ...unsent].slice(0, MAX_USAGE_FAULTS);
}
