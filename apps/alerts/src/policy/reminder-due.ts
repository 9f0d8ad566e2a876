import { START_KINDS_SQL } from './kinds.ts';

/**
 * SQL condition for a notice `n` and its rule `r`: the notice is open, less than 90 days old, and was created or checked for a reminder
 * more than a day ago.
 */
export const IS_REMINDER_DUE = `r.active and r.needs_owner_since is null and r.remind = '24h' and n.over_at is null
  and n.kind in (${START_KINDS_SQL}) and n.remind_at <= now()
  and coalesce(n.reminded_at, n.created_at) < now() - interval '24 hours' and n.created_at > now() - interval '90 days'`;
