import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Delivery } from './delivery.entity.ts';

/** Seconds of a lease; a process that was killed, or takes longer, loses the message to another. */
const LEASE = 60;
/** Seconds until the next attempt, by how many there were; then it has failed. */
export const RETRIES = [10, 60, 600, 3_600, 21_600] as const;
/** Days for which a channel may fail until nothing is sent to it any more. */
export const FAILING_DAYS = 5;

const TAKE = `update deliveries set state = 'sending', lease = lease + 1, next_at = now() + make_interval(secs => ${LEASE})
  where id = (select id from deliveries where next_at <= now() and state in ('pending', 'sending')
    order by next_at, id limit 1 for update skip locked) returning id`;

/** Messages that are to be sent. What becomes of one is only written by who holds its lease. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly em: EntityManager) {}

  /** Leases the next one that is due. */
  async take(): Promise<Delivery | null> {
    return this.em.fork().transactional(async (em) => {
      const [due] = await em.execute<{ id: number }[]>(TAKE);
      return due ? em.findOne(Delivery, { id: due.id }) : null;
    });
  }

  async markSent(delivery: Delivery, { status, remoteRef }: { status: number | null; remoteRef: string | null }) {
    const state = delivery.isEdit ? 'edited' : 'sent';
    const changed = await this.settle(
      delivery,
      `state = ?, status = ?, last_error = null, next_at = null, sent_at = coalesce(sent_at, now()), attempts = attempts + 1,
       is_edit = false, remote_ref = coalesce(?, remote_ref)`,
      [state, status, remoteRef],
    );
    if (changed)
      await this.em
        .fork()
        .execute(
          'update channels set failing_since = null, last_error = null, last_delivered_at = now() where id = ?',
          [delivery.channelId],
        );
  }

  /** Tries again later, or gives up. @returns whether its channel was disabled, having failed for days. */
  async markFailed(
    delivery: Delivery,
    { reason, status, retryAfter }: { reason: string; status: number | null; retryAfter: number | null },
  ): Promise<boolean> {
    const pause = RETRIES[delivery.attempts];
    const next = pause === undefined ? null : Math.max(pause, retryAfter ?? 0);
    const changed = await this.settle(
      delivery,
      `state = ?, status = ?, last_error = ?, attempts = attempts + 1, next_at = now() + make_interval(secs => ?)`,
      [next === null ? 'failed' : 'pending', status, reason, next],
    );
    if (!changed) return false;
    const rows = await this.em.fork().execute<{ disabled: boolean }[]>(
      `update channels set failing_since = coalesce(failing_since, now()), last_error = ?,
         disabled_at = case when disabled_at is null and failing_since < now() - make_interval(days => ${FAILING_DAYS})
           then now() else disabled_at end
       where id = ? returning disabled_at is not null as disabled`,
      [reason, delivery.channelId],
    );
    return rows[0]?.disabled ?? false;
  }

  /** Its channel may not have it any more. */
  async drop(delivery: Delivery, reason: string): Promise<void> {
    await this.settle(delivery, `state = 'dropped', last_error = ?, next_at = null`, [reason]);
  }

  /** Nothing that waits for a disabled channel is sent. */
  async dropAll(channelId: number): Promise<void> {
    const em = this.em.fork();
    await em.execute(
      `update deliveries set state = 'dropped', next_at = null where channel_id = ? and state in ('pending', 'sending')`,
      [channelId],
    );
    await em.execute(
      `update pending_notices set due_at = null, never = 'channel_disabled' where channel_id = ? and due_at is not null`,
      [channelId],
    );
  }

  private async settle({ id, lease }: Delivery, set: string, values: readonly unknown[]): Promise<boolean> {
    const rows = await this.em
      .fork()
      .execute<object[]>(`update deliveries set ${set} where id = ? and lease = ? and state = 'sending' returning id`, [
        ...values,
        id,
        lease,
      ]);
    return rows.length > 0;
  }
}
