import { START_KINDS } from './kinds.ts';

/** Of a notice `n` and its rule `r`: it is open and has not been said for a day, so that people are to be reminded. */
export const IS_REMINDER_DUE = `r.active and r.needs_owner_since is null and r.remind = '24h' and n.over_at is null
  and n.kind in (${START_KINDS.map((kind) => `'${kind}'`).join(', ')}) and n.remind_at <= now()
  and coalesce(n.reminded_at, n.created_at) < now() - interval '24 hours' and n.created_at > now() - interval '90 days'`;
