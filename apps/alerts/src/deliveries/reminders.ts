import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { QuietHours } from '@portico/contracts/http/rules';
import type { AlertsConfig } from '../config.ts';
import { Notice } from '../notices/notice.entity.ts';
import { subjectStates } from '../notices/subjects.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { isReminderDue } from '../policy/budget.ts';
import { quietUntil } from '../policy/calendar.ts';
import { START_KINDS } from '../policy/kinds.ts';
import { composed } from './lines.ts';

type Open = { id: number; quiet_hours: QuietHours | null; channels: number[] };

/** Notices of what has been open for a day since it was last said; each is written to, so that it is not taken again. */
const OPEN = `select n.id, r.quiet_hours, r.channels from notices n join rules r on r.id = n.rule_id
  where r.active and r.remind = '24h' and n.over_at is null and n.kind in (${START_KINDS.map(() => '?').join(', ')})
    and coalesce(n.reminded_at, n.created_at) < now() - interval '24 hours' and n.created_at > now() - interval '90 days'
  order by n.id limit 50 for update of n skip locked`;

/** Reminds once a day of what is open and acknowledged by nobody. */
@Injectable()
export class Reminders {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** @returns whether there was something that a reminder may be due for. */
  async next(now = Date.now()): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const rows = await em.execute<Open[]>(OPEN, [...START_KINDS]);
      let isWorked = false;
      for (const row of rows) {
        if (quietUntil(row.quiet_hours, now) !== null) continue;
        isWorked = true;
        const notice = await em.findOneOrFail(Notice, { id: row.id });
        const state = (await subjectStates(em, [notice.subject]))(notice.subject);
        const remindedAt = (notice.remindedAt ?? notice.createdAt).getTime();
        const isDue = isReminderDue({ isOver: false, ...state, remindedAt }, now);
        notice.remindedAt = new Date(now);
        if (isDue) await this.remind(em, notice, row.channels);
      }
      return isWorked;
    });
  }

  /** Through the channels that have had it: who never learned that it began is not reminded. */
  private async remind(em: EntityManager, notice: Notice, channels: readonly number[]): Promise<void> {
    const told = await em.execute<{ channel_id: number }[]>(
      `select p.channel_id from pending_notices p join deliveries d on d.id = p.delivery_id
       where p.notice_id = ? and d.state in ('sent', 'edited')`,
      [notice.id],
    );
    for (const { channel_id: channelId } of told)
      if (channels.includes(channelId))
        queueMessage(em, channelId, {
          ...composed('reminder', [notice], this.config.CONSOLE_URL),
          id: `reminder-${notice.id}-${Math.floor(Date.now() / 86_400_000)}`,
          organizationId: notice.organizationId ?? null,
        });
  }
}
