import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { showQueues } from '@portico/postgres';
import { type Reading, readGauge } from '@portico/service';
import { IS_REMINDER_DUE } from '../policy/reminder-due.ts';

/** Reports the number of failing episodes to Prometheus. All processes read one table and report the same number. */
@Injectable()
export class EpisodeMetrics {
  constructor(em: EntityManager) {
    const read = async (): Promise<Reading[]> => {
      const rows = await em
        .fork()
        .execute<{ state: string; value: number }[]>(
          `select state, count(*)::int as value from episodes where state in ('open', 'recovering') group by state`,
        );
      return ['open', 'recovering'].map((state) => ({
        labels: { state },
        value: rows.find((row) => row.state === state)?.value ?? 0,
      }));
    };
    showQueues(em, {
      transitions: 'select min(created_at) from transitions where planned_at is null',
      'pending notices': 'select min(due_at) from pending_notices where due_at <= now()',
      reminders: `select min(greatest(n.remind_at, coalesce(n.reminded_at, n.created_at) + interval '24 hours'))
        from notices n join rules r on r.id = n.rule_id where ${IS_REMINDER_DUE}`,
    });
    readGauge('portico_episodes', 'Episodes of failure that are not over', ['state'], read);
  }
}
