import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { BillingOverview } from '@portico/contracts/http/billing';

/** What is to be done: about one customer, or (null) about products and prices. `ids` are the events that ask for it. */
export type Task = { customerId: string | null; ids: string[] };

/** Longest pause between two tries, in seconds; the first is two, each further twice as long. */
const LONGEST_PAUSE = 600;
/** Days that a worked event is kept: Stripe sends one again for three. */
const KEPT_DAYS = 30;

/** Stripe's events from their receipt to their effect: a table. */
@Injectable()
export class WebhookQueue {
  constructor(@Inject(EntityManager) private readonly em: EntityManager) {}

  /** Keeps an event; one that came before is left as it is. */
  async add(event: { id: string; type: string; customerId: string | null }): Promise<void> {
    await this.em.execute(
      'insert into webhook_events (id, type, customer_id) values (?, ?, ?) on conflict (id) do nothing',
      [event.id, event.type, event.customerId],
    );
  }

  /**
   * The oldest task that is due, its events locked until the caller's transaction ends: everything that has come about
   * the same customer is done with it, since whoever works it reads anew. Other processes take other tasks.
   */
  async take(em: EntityManager): Promise<Task | null> {
    const [oldest] = await em.execute<{ id: string; customer_id: string | null }[]>(
      `select id, customer_id from webhook_events where worked_at is null and next_attempt_at <= now()
       order by next_attempt_at, id limit 1 for update skip locked`,
    );
    if (!oldest) return null;
    const rows = await em.execute<{ id: string }[]>(
      `select id from webhook_events where worked_at is null and customer_id is not distinct from ?
       for update skip locked`,
      [oldest.customer_id],
    );
    return { customerId: oldest.customer_id, ids: rows.map(({ id }) => id) };
  }

  async markWorked(em: EntityManager, { ids }: Task): Promise<void> {
    await em.execute('update webhook_events set worked_at = now(), last_error = null where id = any(?::text[])', [
      toArray(ids),
    ]);
  }

  /** They wait, longer each time; nothing is given up. */
  async postpone({ ids }: Task, reason: string): Promise<void> {
    await this.em.fork().execute(
      `update webhook_events set attempts = attempts + 1, last_error = ?,
         next_attempt_at = now() + make_interval(secs => least(power(2, least(attempts + 1, 20)), ${LONGEST_PAUSE}))
       where id = any(?::text[]) and worked_at is null`,
      [reason.slice(0, 1_000), toArray(ids)],
    );
  }

  async state(): Promise<BillingOverview['webhooks']> {
    const [row] = await this.em.execute<{ waiting: number; failing: number; oldest: Date | string | null }[]>(
      `select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing, min(received_at) as oldest
       from webhook_events where worked_at is null`,
    );
    const oldest = row?.oldest ?? null;
    return {
      waiting: row?.waiting ?? 0,
      failing: row?.failing ?? 0,
      oldestReceivedAt: oldest === null ? null : new Date(oldest).toISOString(),
    };
  }

  async forgetOld(): Promise<void> {
    await this.em
      .fork()
      .execute(`delete from webhook_events where worked_at < now() - make_interval(days => ${KEPT_DAYS})`);
  }
}

/** Stripe's ids are letters, digits and underscores. */
const toArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
