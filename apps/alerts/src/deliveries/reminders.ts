import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { QuietHours } from '@portico/contracts/http/rules';
import type { Channel } from '../channel-row/channel.entity.ts';
import type { AlertsConfig } from '../config.ts';
import { Notice } from '../notices/notice.entity.ts';
import { subjectStates } from '../notices/subjects.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { isReminderDue } from '../policy/budget.ts';
import { quietUntil } from '../policy/calendar.ts';
import { START_KINDS } from '../policy/kinds.ts';
import { isForPeople } from './facts.ts';
import { composed } from './lines.ts';

type Open = { id: number; quiet_hours: QuietHours | null; channels: number[] };
type Told = { notice_id: number; channel_id: number; type: Channel['type'] };

/** Notices that are looked at in one transaction. */
const AT_ONCE = 500;

/** Notices of what has been open for a day since it was last said; each is written to, so that it is not taken again. */
const OPEN = `select n.id, r.quiet_hours, r.channels from notices n join rules r on r.id = n.rule_id
  where r.active and r.needs_owner_since is null and r.remind = '24h' and n.over_at is null and n.kind in (${START_KINDS.map(() => '?').join(', ')})
    and coalesce(n.reminded_at, n.created_at) < now() - interval '24 hours' and n.created_at > now() - interval '90 days'
    and n.id > ? order by n.id limit ${AT_ONCE} for update of n skip locked`;

/** Channels that have had it: who never learned that it began is not reminded. */
const TOLD = `select p.notice_id, p.channel_id, c.type from pending_notices p
  join deliveries d on d.id = p.delivery_id join channels c on c.id = p.channel_id and c.needs_owner_since is null
  where p.notice_id = any(string_to_array(?, ',')::int[]) and d.state in ('sent', 'edited') order by p.notice_id`;

/** Reminds once a day of what is open and acknowledged by nobody: people of all of an organization in one message. */
@Injectable()
export class Reminders {
  /** Up to which notice it has looked in this round: those in quiet hours must not hold up the ones behind them. */
  private after = 0;

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** @returns whether there may be more. */
  async next(now = Date.now()): Promise<boolean> {
    const last = await this.em.fork().transactional(async (em) => {
      const rows = await em.execute<Open[]>(OPEN, [...START_KINDS, this.after]);
      const awake = rows.filter((row) => quietUntil(row.quiet_hours, now) === null);
      await this.remind(em, awake, now);
      return rows.length < AT_ONCE ? 0 : (rows.at(-1)?.id ?? 0);
    });
    this.after = last;
    return last > 0;
  }

  private async remind(em: EntityManager, rows: readonly Open[], now: number): Promise<void> {
    const notices = await em.find(Notice, { id: { $in: rows.map(({ id }) => id) } });
    const stateOf = await subjectStates(
      em,
      notices.map(({ subject }) => subject),
    );
    const due = new Map<number, Notice>();
    for (const notice of notices) {
      const remindedAt = (notice.remindedAt ?? notice.createdAt).getTime();
      if (isReminderDue({ isOver: false, ...stateOf(notice.subject), remindedAt }, now)) due.set(notice.id, notice);
      notice.remindedAt = new Date(now);
    }
    const channelsOf = new Map(rows.map(({ id, channels }) => [id, channels]));
    const told = (await em.execute<Told[]>(TOLD, [[...due.keys()].join(',')])).filter(
      ({ notice_id: id, channel_id: channel }) => channelsOf.get(id)?.includes(channel),
    );
    const groups = Map.groupBy(told, ({ notice_id: id, channel_id: channel, type }) =>
      isForPeople({ type }) ? `${channel}:${due.get(id)?.organizationId ?? ''}` : `${channel}:notice:${id}`,
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
