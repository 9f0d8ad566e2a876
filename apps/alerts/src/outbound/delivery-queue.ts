import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { leaseOldest } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { Delivery } from './delivery.entity.ts';
import { settledDeliveries } from './outbound-metrics.ts';

/** Seconds of a lease; a process that was killed, or takes longer, loses the message to another. */
const LEASE = 60;
/** Seconds after which a message that waits for a new owner of its channel is looked at again. */
const PAUSE = 30;
/** Days for which a channel may fail until nothing is sent to it any more. */
export const FAILING_DAYS = 5;

/** Messages that are to be sent, and those whose sender has ended. */
const QUEUE = {
  table: 'deliveries',
  at: 'next_at',
  where: `state in ('pending', 'sending')`,
  seconds: LEASE,
  set: `state = 'sending', lease = lease + 1`,
};

/** Whether this attempt has disabled the channel. */
const FAILED = `with before as (select id, disabled_at from channels where id = ?)
  update channels c set failing_since = coalesce(c.failing_since, now()), last_error = ?,
    disabled_at = case when c.disabled_at is null and c.failing_since < now() - make_interval(days => ${FAILING_DAYS})
      then now() else c.disabled_at end
  from before b where c.id = b.id returning c.disabled_at is not null and b.disabled_at is null as disabled`;

/** What a failed attempt means: nothing more is tried, and its channel has failed for too long. */
export type Outcome = { isGivenUp: boolean; isDisabled: boolean };

/** Messages that are to be sent. What becomes of one is only written by who holds its lease. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Pick<AlertsConfig, 'DELIVERY_RETRY_SECONDS'>,
  ) {}

  /** Leases the next one that is due. */
  async take(): Promise<Delivery | null> {
    return this.em.fork().transactional(async (em) => {
      const id = await leaseOldest(em, QUEUE);
      return id === null ? null : em.findOne(Delivery, { id });
    });
  }

  /** @param noted - in the same transaction, when it was this attempt that says so. */
  async markSent(
    delivery: Delivery,
    { status, remoteRef }: { status: number | null; remoteRef: string | null },
    noted: (em: EntityManager) => Promise<void>,
  ): Promise<void> {
    const state = delivery.isEdit ? 'edited' : 'sent';
    let isSettled = false;
    await this.withChannel(delivery, async (em) => {
      const changed = await this.settle(
        em,
        delivery,
        `state = ?, status = ?, last_error = null, next_at = null, sent_at = coalesce(sent_at, now()), attempts = attempts + 1,
         is_edit = false, remote_ref = coalesce(?, remote_ref)`,
        [state, status, remoteRef],
      );
      if (!changed) return;
      await em.execute(
        'update channels set failing_since = null, last_error = null, last_delivered_at = now() where id = ?',
        [delivery.channelId],
      );
      await noted(em);
      isSettled = true;
    });
    if (isSettled) settledDeliveries.inc({ state });
  }

  /**
   * Tries again later, or gives up.
   * @param noted - in the same transaction, which has locked the channel: what has come of this attempt.
   */
  async markFailed(
    delivery: Delivery,
    { reason, status, retryAfter }: { reason: string; status: number | null; retryAfter: number | null },
    noted: (em: EntityManager, outcome: Outcome) => Promise<void>,
  ): Promise<void> {
    const pause = this.config.DELIVERY_RETRY_SECONDS[delivery.attempts];
    const next = pause === undefined ? null : Math.max(pause, retryAfter ?? 0);
    let isSettled = false;
    await this.withChannel(delivery, async (em) => {
      const changed = await this.settle(
        em,
        delivery,
        `state = ?, status = ?, last_error = ?, attempts = attempts + 1, next_at = now() + make_interval(secs => ?)`,
        [next === null ? 'failed' : 'pending', status, reason, next],
      );
      if (!changed) return;
      const [row] = await em.execute<{ disabled: boolean }[]>(FAILED, [delivery.channelId, reason]);
      await noted(em, { isGivenUp: next === null, isDisabled: row?.disabled ?? false });
      isSettled = true;
    });
    if (isSettled) settledDeliveries.inc({ state: next === null ? 'failed' : 'pending' });
  }

  /** Waits: it is looked at again soon, which counts as no attempt. */
  async pause(delivery: Delivery, reason: string): Promise<void> {
    await this.settle(
      this.em.fork(),
      delivery,
      `state = 'pending', last_error = ?, next_at = now() + make_interval(secs => ${PAUSE})`,
      [reason],
    );
  }

  /** Its channel may not have it any more. */
  async drop(delivery: Delivery, reason: string): Promise<void> {
    const changed = await this.settle(this.em.fork(), delivery, `state = 'dropped', last_error = ?, next_at = null`, [
      reason,
    ]);
    if (changed) settledDeliveries.inc({ state: 'dropped' });
  }

  /** Nothing that waits for a disabled channel is sent. */
  async dropAll(em: EntityManager, channelId: number): Promise<void> {
    await em.execute(
      `update deliveries set state = 'dropped', next_at = null where channel_id = ? and state in ('pending', 'sending')`,
      [channelId],
    );
    await em.execute(
      `update pending_notices set due_at = null, never = 'channel_disabled' where channel_id = ? and due_at is not null`,
      [channelId],
    );
  }

  /** In a transaction that locks the channel before its message, as everybody does who changes both. */
  private async withChannel({ channelId }: Delivery, work: (em: EntityManager) => Promise<void>): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select from channels where id = ? for update', [channelId]);
      await work(em);
    });
  }

  private async settle(
    em: EntityManager,
    { id, lease }: Delivery,
    set: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const rows = await em.execute<object[]>(
      `update deliveries set ${set} where id = ? and lease = ? and state = 'sending' returning id`,
      [...values, id, lease],
    );
    return rows.length > 0;
  }
}
