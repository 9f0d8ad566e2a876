import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Sent } from '../channels/message/channel-type.ts';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { Delivery } from './delivery.entity.ts';
import { settledDeliveries } from './outbound-metrics.ts';

/** Seconds of a lease. If the process dies or sending takes longer, another process sends the message. */
const LEASE_SECONDS = 60;
/** Seconds before retrying a message whose channel waits for a new owner. */
const PAUSE_SECONDS = 30;
/** Days for which a channel may fail; after this time, Portico disables the channel. */
export const FAILING_DAYS = 5;

/** Maximum concurrent messages of one owner, over all processes: half of the senders of one process. */
const OWNER_CONCURRENCY = 3;

const OWNER = `coalesce(c.owner || ':' || coalesce(c.organization_id, c.user_id, 0), '')`;

/**
 * Leases the next message. Owners take turns and a host gets one request at a time, so that an owner with many messages or a slow
 * host does not delay other messages. The statement reads one message per channel, even if many messages wait.
 */
const TAKE = `with recursive waiting (channel_id) as (
    (select channel_id from deliveries where next_at is not null order by channel_id limit 1)
    union all
    select (select d.channel_id from deliveries d where d.next_at is not null and d.channel_id > w.channel_id
      order by d.channel_id limit 1) from waiting w where w.channel_id is not null),
  busy as (select c.host, ${OWNER} as owner from deliveries d join channels c on c.id = d.channel_id
    where d.state = 'sending' and d.next_at > now()),
  next as (select d.id, ${OWNER} as owner from waiting w left join channels c on c.id = w.channel_id
    cross join lateral (select id, next_at from deliveries where channel_id = w.channel_id and next_at <= now()
      order by next_at, id limit 1) d
    where not exists (select from busy b where b.host = c.host)
      and (select count(*) from busy b where b.owner = ${OWNER}) < ${OWNER_CONCURRENCY}
    order by ${OWNER} <= ?, owner, d.next_at limit 1),
  free as (select d.id from deliveries d join next on next.id = d.id where d.next_at <= now() for update of d skip locked)
  update deliveries d set state = 'sending', lease = lease + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
  from next where d.id = next.id and d.id in (select id from free) returning d.id, next.owner`;

/** Records a failure of a channel. Returns whether this failure disabled the channel. */
const FAILED = `with before as (select id, disabled_at from channels where id = ?)
  update channels c set failing_since = coalesce(c.failing_since, now()), last_error = ?,
    disabled_at = case when c.disabled_at is null and c.failing_since < now() - make_interval(days => ${FAILING_DAYS})
      then now() else c.disabled_at end
  from before b where c.id = b.id returning c.disabled_at is not null and b.disabled_at is null as disabled`;

/** The effect of a failed attempt. `isGivenUp`: no retry follows. `isDisabled`: the attempt disabled the channel. */
type Outcome = { isGivenUp: boolean; isDisabled: boolean };

/** The queue of messages. Only the process that holds a message's lease can write the result. */
@Injectable()
export class DeliveryQueue {
  /** The owner of the message that this process leased last. The next message is from the next owner in order. */
  private lastOwner = '';

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Pick<AlertsConfig, 'DELIVERY_RETRY_SECONDS'>,
  ) {}

  async take(): Promise<Delivery | null> {
    return this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.nextDelivery]);
      const [next] = await em.execute<{ id: number; owner: string }[]>(TAKE, [this.lastOwner]);
      if (!next) return null;
      this.lastOwner = next.owner;
      return em.findOne(Delivery, { id: next.id });
    });
  }

  /**
   * Marks a message as sent if this process still holds the lease. @param noted - runs in the same transaction if the message was marked.
   */
  async markSent(
    delivery: Delivery,
    { status, remoteRef = null }: Sent,
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
   * Schedules a retry, or gives up after the last retry.
   * @param noted - receives the effect of this attempt; runs in the same transaction, which has locked the channel.
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

  /** Postpones the message without counting an attempt. */
  async pause(delivery: Delivery, reason: string): Promise<void> {
    await this.settle(
      this.em.fork(),
      delivery,
      `state = 'pending', last_error = ?, next_at = now() + make_interval(secs => ${PAUSE_SECONDS})`,
      [reason],
    );
  }

  async drop(delivery: Delivery, reason: string): Promise<void> {
    const changed = await this.settle(this.em.fork(), delivery, `state = 'dropped', last_error = ?, next_at = null`, [
      reason,
    ]);
    if (changed) settledDeliveries.inc({ state: 'dropped' });
  }

  /** Drops all waiting messages of a disabled channel. */
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

  /** Runs `work` in a transaction that locks the channel first. Every writer locks a channel before the channel's messages. */
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
