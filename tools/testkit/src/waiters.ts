/** One transaction of PostgreSQL, e.g. MikroORM's entity manager within `transactional`. */
type Transaction = { execute: (sql: string) => Promise<unknown> };

/**
 * How many other sessions wait for a lock that this transaction holds, or behind one that does. Locks are read again
 * each time; what sessions do is not, within a transaction.
 */
export async function waitersFor(transaction: Transaction): Promise<number> {
  const rows = await transaction.execute(
    `with recursive waiting (pid) as (
       select pg_backend_pid()
       union
       select wanted.pid from pg_locks wanted join waiting on waiting.pid = any(pg_blocking_pids(wanted.pid))
       where not wanted.granted)
     select count(*)::int - 1 as count from waiting`,
  );
  return (rows as [{ count: number }])[0].count;
}
