import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem } from '@portico/service';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { Sending } from './sending.entity.ts';

/** Allows at most `max` messages within `seconds` for one key. `message`: error text when the limit is exceeded. */
export type SendingLimit = { scope: string; key: string; max: number; seconds: number; message: string };

/**
 * Returns a function that builds the hourly limit of a scope.
 * @param name - start of the stored scopes, such as `invitation`.
 * @param maximums - messages per hour, by scope.
 */
export const hourlyLimits =
  <Scope extends string>(name: string, maximums: Readonly<Record<Scope, number>>) =>
  (scope: Scope, key: string, message: string): SendingLimit => ({
    scope: `${name}-${scope}`,
    key,
    max: maximums[scope],
    seconds: 60 * 60,
    message,
  });

/** Seconds after which counted messages are deleted. No limit may have a longer window. */
const RETENTION_SECONDS = 24 * 60 * 60;

/** The host of an e-mail address or URL, in lower case. */
export const hostOf = (address: string): string =>
  URL.parse(address)?.hostname || address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Counts one more message toward each limit, in the transaction that queues the message. Serializes concurrent calls for the same key.
 * @throws Problem `rate_limited` if a limit is exceeded, with the seconds until the next message is allowed. In this case, the message
 * counts toward no limit.
 */
export async function countSending(em: EntityManager, limits: readonly SendingLimit[]): Promise<void> {
  const counted = limits.map((limit) => ({ ...limit, hash: hashOf(`${limit.scope}:${limit.key.toLowerCase()}`) }));
  // Lock in a fixed order, so that two transactions with the same limits cannot deadlock.
  const hashes = counted.map(({ hash }) => hash).toSorted((a, b) => (a < b ? -1 : 1));
  for (const hash of hashes)
    await em.execute(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.sendings}, hashtext(?))`, [hash]);
  await em.execute(`delete from sendings where sent_at < now() - make_interval(secs => ${RETENTION_SECONDS})`);
  for (const { scope, hash, max, seconds, message } of counted) {
    // If the window already contains `max` messages, select the message that must leave it before the new message is allowed.
    const [blocking] = await em.execute<{ wait: number }[]>(
      `select ceil(extract(epoch from sent_at - now()) + ?)::int as wait from sendings
       where scope = ? and key = ? and sent_at > now() - make_interval(secs => ?) order by sent_at desc offset ? limit 1`,
      [seconds, scope, hash, seconds, max - 1],
    );
    if (blocking) throw Problem.rateLimited(message, Math.max(1, blocking.wait));
  }
  for (const { scope, hash } of counted) em.persist(em.create(Sending, { scope, key: hash }));
  await em.flush();
}
