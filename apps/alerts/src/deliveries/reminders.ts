import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { intArray, isGivenUp, noteGivenUp, retrySeconds, workTogether } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import type { QuietHours } from '@portico/contracts/http/rules';
import type { Channel } from '../channels/store/channel.entity.ts';
import { typeOf } from '../channels/types.ts';
import type { AlertsConfig } from '../config.ts';
import { coveredIn } from '../maintenance/covering.ts';
import { Notice } from '../notices/notice.entity.ts';
import { subjectStates } from '../notices/subjects.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { isReminderDue } from '../policy/budget.ts';
import { quietUntil } from '../policy/calendar.ts';
import { IS_REMINDER_DUE } from '../policy/reminder-due.ts';
import { composed } from './lines.ts';

type Open = { id: number; quiet_hours: QuietHours | null; channels: number[] };
type Delivered = { notice_id: number; channel_id: number; type: Channel['type'] };

const BATCH_SIZE = 500;
const SECOND = 1_000;
const MAX_PAUSE_SECONDS = 300;

/**
 * Notices for which a reminder may be due. Checking a notice updates `remindedAt` or `remindAt`, so that the next query excludes the
 * notice.
 */
const OPEN = `select n.id, r.quiet_hours, r.channels from notices n join rules r on r.id = n.rule_id
  where ${IS_REMINDER_DUE} and not (n.kind <> 'platform.behind' and ${coveredIn('n')})`;
const NEXT = `${OPEN} order by n.id limit ${BATCH_SIZE}`;
/** Selects the notices of a batch again and locks them, because another process may have changed them. */
const CLAIM = `${OPEN} and n.id = any(?::int[]) order by n.id for update of n`;

/** Channels that received the first message about a notice. Other channels get no reminder. */
const DELIVERED = `select p.notice_id, p.channel_id, c.type from pending_notices p
  join deliveries d on d.id = p.delivery_id join channels c on c.id = p.channel_id and c.needs_owner_since is null
  where p.notice_id = any(?::int[]) and d.state in ('sent', 'edited') order by p.notice_id`;

/** Reminds people once a day of open notices that are not acknowledged. Each person gets one message per organization. */
@Injectable()
export class Reminders {
  private readonly logger = new Logger(Reminders.name);

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** Sends reminders of the next due notices. @returns whether more notices may be due. */
  async next(now = Date.now()): Promise<boolean> {
    const rows = await this.em.fork().execute<{ id: number }[]>(NEXT);
    const ids = rows.map(({ id }) => id);
    const sound: number[] = [];
    const failed = (id: number, error: unknown) => this.fail(id, error);
    // If a batch fails, tries each of its reminders in a transaction that is rolled back. Then sends all reminders that succeeded together,
    // so that they still form one message.
    await workTogether(ids, {
      work: async (some) => {
        if (some === ids) return this.remind(some, now);
        await this.remind(some, now, { isTrial: true });
        sound.push(...some);
      },
      failed,
    });
    await workTogether(sound, { work: (some) => this.remind(some, now), failed });
    return rows.length === BATCH_SIZE;
  }

  /** Sends reminders in one transaction. With `isTrial`, rolls the transaction back after finding out whether it succeeds. */
  private async remind(ids: readonly number[], now: number, { isTrial = false } = {}): Promise<void> {
    const trialOver = new Error('the trial is over');
    const reminded = this.em.fork().transactional(async (em) => {
      await this.remindClaimed(em, await em.execute<Open[]>(CLAIM, [intArray(ids)]), now);
      await em.flush();
      if (isTrial) throw trialOver;
    });
    await reminded.catch((error: unknown) => {
      if (error !== trialOver) throw error;
    });
  }

  /** Schedules a retry. After too many attempts, the next reminder follows a day later. */
  private async fail(id: number, error: unknown): Promise<void> {
    const em = this.em.fork();
    const notice = await em.findOne(Notice, { id });
    if (!notice) return;
    notice.remindAttempts += 1;
    if (isGivenUp(error, notice.remindAttempts)) {
      this.logger.error(
        { notice: id, error: String(error) },
        'sending a reminder of a notice failed, next reminder in a day',
      );
      noteGivenUp('reminders');
      Object.assign(notice, { remindedAt: new Date(), remindAttempts: 0 });
    } else notice.remindAt = new Date(Date.now() + retrySeconds(notice.remindAttempts, MAX_PAUSE_SECONDS) * SECOND);
    await em.flush();
  }

  private async remindClaimed(em: EntityManager, claimed: readonly Open[], now: number): Promise<void> {
    const notices = await em.find(Notice, { id: { $in: claimed.map(({ id }) => id) } });
    const stateOf = await subjectStates(
      em,
      notices.map(({ subject }) => subject),
    );
    const ofRule = new Map(claimed.map((row) => [row.id, row]));
    const due = new Map<number, Notice>();
    for (const notice of notices) {
      const quiet = quietUntil(ofRule.get(notice.id)?.quiet_hours ?? null, now);
      if (quiet !== null) {
        notice.remindAt = new Date(quiet);
        continue;
      }
      const remindedAt = (notice.remindedAt ?? notice.createdAt).getTime();
      if (isReminderDue({ isOver: false, ...stateOf(notice.subject), remindedAt }, now)) due.set(notice.id, notice);
      notice.remindedAt = new Date(now);
      notice.remindAttempts = 0;
    }
    const delivered = (await em.execute<Delivered[]>(DELIVERED, [intArray(due.keys())])).filter(
      ({ notice_id: id, channel_id: channel }) => ofRule.get(id)?.channels.includes(channel),
    );
    const groups = Map.groupBy(delivered, ({ notice_id: id, channel_id: channel, type }) =>
      typeOf({ type }).isForPrograms ? `${channel}:notice:${id}` : `${channel}:${due.get(id)?.organizationId ?? ''}`,
    );
    for (const [first, ...others] of groups.values())
      if (first)
        this.queue(
          em,
          first.channel_id,
          [first, ...others].flatMap(({ notice_id: id }) => due.get(id) ?? []),
          now,
        );
  }

  private queue(em: EntityManager, channelId: number, notices: readonly Notice[], now: number): void {
    const [first] = notices;
    queueMessage(em, channelId, {
      ...composed('reminder', notices, this.config.CONSOLE_URL),
      id: `reminder-${first?.id}-${Math.floor(now / 86_400_000)}`,
      organizationId: first?.organizationId ?? null,
      notices: notices.length,
    });
  }
}
