import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { intArray, ofPostgres } from '@portico/postgres';
import { CONFIG, isDefect, Unavailable } from '@portico/service';
import { Channel } from '../channels/store/channel.entity.ts';
import { typeOf } from '../channels/types.ts';
import type { AlertsConfig } from '../config.ts';
import type { Notice } from '../notices/notice.entity.ts';
import { Delivery } from '../outbound/delivery.entity.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { budgetUntil } from '../policy/budget.ts';
import { decide } from '../policy/decide.ts';
import { partOf } from '../policy/kinds.ts';
import { type DueNotice, factsOf } from './facts.ts';
import { composed } from './lines.ts';

/**
 * Channels that have a due notice and a responsible person. `NEXT` skips locked rows, so that only one process at a time dispatches
 * a channel's notices.
 */
const DUE = `select c.id from channels c where c.verified_at is not null and c.disabled_at is null
    and c.needs_owner_since is null
    and exists (select from pending_notices p join notices n on n.id = p.notice_id left join rules r on r.id = n.rule_id
      where p.channel_id = c.id and p.due_at <= now() and r.needs_owner_since is null)
  order by c.id limit 1`;
const NEXT = `${DUE} for update skip locked`;

/** Milliseconds until a retry if a sender or another process has locked the rows of all due channels. */
const LOCKED_RETRY_MS = 50;

/** Postpones the due notices of a failing channel by a minute, so that the channel does not delay other channels. */
const POSTPONE = `update pending_notices set due_at = now() + interval '1 minute' where channel_id = ? and due_at <= now()`;

type Kind = 'notice' | 'digest' | 'summary';

/**
 * Returns the key of the message that a notice joins. Programs get one message per notice. People get one message per organization,
 * one per digest, and one summary of the notices above the hourly limit.
 */
const groupOf = ({ due, notice }: DueNotice, channel: Channel): { key: string; kind: Kind } => {
  if (due.is_over_budget) return { key: 'summary', kind: 'summary' };
  if (due.rule?.digest !== 'none') return { key: 'digest', kind: 'digest' };
  if (typeOf(channel).isForPrograms) return { key: `notice:${notice.id}`, kind: 'notice' };
  return { key: `organization:${notice.organizationId ?? ''}`, kind: 'notice' };
};

/** Builds messages from due notices. For each channel, one transaction writes the messages and the policy's decisions about the notices. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** Builds one channel's messages. @returns false if no notice is due; milliseconds to wait if all due channels are locked. */
  async next(now = Date.now()): Promise<boolean | number> {
    let channelId: number | null = null;
    try {
      const isDone = await this.em.fork().transactional(async (em) => {
        const [next] = await em.execute<{ id: number }[]>(NEXT);
        if (!next) return false;
        channelId = next.id;
        await this.dispatch(em, await em.findOneOrFail(Channel, { id: next.id }), now);
        return true;
      });
      return isDone || (await this.em.fork().execute(DUE)).length === 0 ? isDone : LOCKED_RETRY_MS;
    } catch (thrown) {
      const error = ofPostgres(thrown);
      if (channelId === null || error instanceof Unavailable) throw error;
      this.logger.error({ channel: channelId, error: String(error) }, 'dispatching notices failed, postponed');
      await this.em.fork().execute(POSTPONE, [channelId]);
      if (isDefect(error)) throw error;
      return true;
    }
  }

  private async dispatch(em: EntityManager, channel: Channel, now: number): Promise<void> {
    const { NOTICE_WAIT_SECONDS: wait, NOTICE_GROUP_SECONDS: group } = this.config;
    const { asked, sent } = await factsOf(em, channel, { wait: wait * 1_000, group: group * 1_000, now });
    const sending: DueNotice[] = [];
    for (const one of asked) {
      const decision = one.due.rule === null ? { never: 'rule_deleted' } : decide(one.facts);
      if ('never' in decision) await this.settle(em, channel, [one.notice.id], { never: decision.never });
      else if ('send' in decision) sending.push(one);
      else {
        if (one.facts.maintenanceUntil !== null) one.notice.inMaintenance = true;
        await this.postpone(em, channel, [one], decision.wait, one.facts.budgetUntil === decision.wait);
      }
    }
    const [edits, messages] = [
      sending.filter((one) => isEdit(channel, one)),
      sending.filter((one) => !isEdit(channel, one)),
    ];
    for (const one of edits) await this.edit(em, channel, one);
    const groups = Map.groupBy(messages, (one) => groupOf(one, channel).key);
    for (const members of groups.values()) {
      const [first] = members;
      const until = budgetUntil(sent, now);
      const isFree = first !== undefined && first.facts.endsQuietly && partOf(first.notice.kind) === 'end';
      if (until !== null && !isFree) await this.postpone(em, channel, members, until, true);
      else if (first) {
        await this.queue(
          em,
          channel,
          groupOf(first, channel).kind,
          members.map(({ notice }) => notice),
        );
        sent.push(now);
      }
    }
  }

  private async queue(em: EntityManager, channel: Channel, kind: Kind, notices: readonly Notice[]): Promise<void> {
    const [first] = notices;
    const isOne = kind === 'notice' && notices.length === 1 && first !== undefined;
    const delivery = queueMessage(em, channel.id, {
      ...composed(kind, notices, this.config.CONSOLE_URL),
      // The message id is the notice's id, so that receivers detect a repeated notice.
      ...(isOne && { id: `notice-${first.id}` }),
      organizationId: kind === 'notice' ? (first?.organizationId ?? null) : null,
      notices: notices.length,
    });
    await em.flush();
    await this.settle(
      em,
      channel,
      notices.map(({ id }) => id),
      { deliveryId: delivery.id },
    );
  }

  /** Edits the message about the beginning of an episode so that it shows the end. */
  private async edit(em: EntityManager, channel: Channel, { notice, startDeliveryId }: DueNotice): Promise<void> {
    // Without the lock, a concurrent sender would send the old text and record it as the edit.
    const delivery = await em.findOneOrFail(
      Delivery,
      { id: startDeliveryId ?? 0 },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const lines = delivery.message.lines.map((line) =>
      line.subject === notice.subject && line.overAt === null
        ? { ...line, overAt: notice.at.toISOString(), text: notice.text }
        : line,
    );
    const isOver = lines.every(({ overAt }) => overAt !== null) && delivery.message.more === 0;
    delivery.message = { ...delivery.message, lines, isOver };
    Object.assign(delivery, { state: 'pending', isEdit: true, attempts: 0, nextAt: new Date() });
    await em.flush();
    await this.settle(em, channel, [notice.id], { deliveryId: delivery.id });
  }

  private async settle(
    em: EntityManager,
    channel: Channel,
    ids: readonly number[],
    { deliveryId = null, never = null }: { deliveryId?: number | null; never?: string | null },
  ): Promise<void> {
    await em.execute(
      `update pending_notices set due_at = null, delivery_id = ?, never = ?
       where channel_id = ? and notice_id = any(?::int[])`,
      [deliveryId, never, channel.id, intArray(ids)],
    );
  }

  private async postpone(
    em: EntityManager,
    channel: Channel,
    dueNotices: readonly DueNotice[],
    until: number,
    isOverBudget: boolean,
  ): Promise<void> {
    await em.execute(
      `update pending_notices set due_at = ?, is_over_budget = is_over_budget or ?
       where channel_id = ? and notice_id = any(?::int[])`,
      [new Date(until), isOverBudget, channel.id, intArray(dueNotices.map(({ notice }) => notice.id))],
    );
  }
}

const isEdit = (channel: Channel, { notice, facts }: DueNotice): boolean =>
  channel.editsMessages && partOf(notice.kind) === 'end' && facts.start === 'sent';
