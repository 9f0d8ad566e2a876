/** A PostgreSQL transaction, such as MikroORM's entity manager in `transactional`. */
type Transaction = { execute: (sql: string) => Promise<unknown> };

/**
 * The number of other sessions that wait, directly or indirectly, for a lock of this transaction. Reads locks instead of the activity of
 * sessions: PostgreSQL returns current locks, but caches the activity for the whole transaction.
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
