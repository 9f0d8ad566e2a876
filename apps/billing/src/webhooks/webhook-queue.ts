import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { BillingOverview } from '@portico/contracts/http/billing';
import { cutText } from '@portico/contracts/common/cut-text';
import { nextAttemptSql } from '@portico/postgres';

/** The subject of a task: one customer, the customer of a disputed charge, or products and prices. */
type Subject = { customerId: string | null; chargeId: string | null };
/** A task of the queue. `ids`: the Stripe events that caused the task. */
export type Task = Subject & { ids: string[] };

/** Duration of a task's lease in seconds. If a process crashes or takes longer, another process takes the task. */
const LEASE_SECONDS = 10;
/** Days after which a processed event is deleted. Stripe redelivers events for three days. */
const RETENTION_DAYS = 30;

@Injectable()
export class WebhookQueue {
  constructor(private readonly em: EntityManager) {}

  async add({ id, type, customerId, chargeId }: Subject & { id: string; type: string }): Promise<void> {
    await this.em.execute(
      'insert into webhook_events (id, type, customer_id, charge_id) values (?, ?, ?, ?) on conflict (id) do nothing',
      [id, type, customerId, chargeId],
    );
  }

  /**
   * Leases the oldest due task, with every pending event of the same subject, because one read from Stripe covers all of them.
   * Concurrent processes take different tasks.
   */
  async take(): Promise<Task | null> {
    return this.em.fork().transactional(async (em) => {
      const [oldest] = await em.execute<{ customer_id: string | null; charge_id: string | null }[]>(
        `select customer_id, charge_id from webhook_events where worked_at is null and next_attempt_at <= now()
         order by next_attempt_at, id limit 1 for update skip locked`,
      );
      if (!oldest) return null;
      const { customer_id: customerId, charge_id: chargeId } = oldest;
      const rows = await em.execute<{ id: string }[]>(
        `update webhook_events set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}) where id in (
           select id from webhook_events where worked_at is null
           and customer_id is not distinct from ? and charge_id is not distinct from ? for update skip locked)
         returning id`,
        [customerId, chargeId],
      );
      return { customerId, chargeId, ids: rows.map(({ id }) => id) };
    });
  }

  async markWorked({ ids }: Task): Promise<void> {
    await this.em
      .fork()
      .execute('update webhook_events set worked_at = now(), last_error = null where id = any(?::text[])', [
        toArray(ids),
      ]);
  }

  async postpone({ ids }: Task, reason: string): Promise<void> {
    await this.em.fork().execute(
      `update webhook_events set attempts = attempts + 1, last_error = ?, next_attempt_at = ${nextAttemptSql('attempts')}
       where id = any(?::text[]) and worked_at is null`,
      [cutText(reason, 1_000), toArray(ids)],
    );
  }

  async state(): Promise<BillingOverview['webhooks']> {
    const [row] = await this.em.fork().execute<{ waiting: number; failing: number; oldest: Date | string | null }[]>(
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
      .execute(`delete from webhook_events where worked_at < now() - make_interval(days => ${RETENTION_DAYS})`);
  }
}

/** Formats ids as a PostgreSQL array. Stripe's ids need no escaping: they contain only letters, digits and underscores. */
const toArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
