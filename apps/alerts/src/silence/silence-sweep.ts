import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { workTogether } from '@portico/postgres';
import { advance } from './advance.ts';
import { readCircumstances } from './silence-fold.ts';
import { covering } from '../maintenance/covering.ts';
import { noteStep } from './silence-transitions.ts';
import { Silence } from './silence.entity.ts';

const BATCH_SIZE = 200;

/** Rows whose integration was switched on or off. `GONE`: rows whose integration was deleted or moved to another organization. */
const SWITCHED = `select s.id from silence s join integrations i on i.id = s.integration_id
  where (i.deleted_at is null and i.active is true and i.organization_id = s.organization_id
      and s.state = 'off' and s.expectation ->> 'kind' <> 'off')
    or (not i.active and s.state <> 'off') limit ${BATCH_SIZE}`;
const GONE = `select s.id from silence s join integrations i on i.id = s.integration_id
  where i.deleted_at is not null or i.organization_id is distinct from s.organization_id limit ${BATCH_SIZE}`;
/** Rows that maintenance pauses. Silent rows stay silent during maintenance. */
const MAINTAINED = `select s.id from silence s join maintenance_windows w on ${covering('w', 's')}
  where s.state not in ('paused', 'off', 'silent') and w.starts_at <= ?::timestamptz and w.ends_at > ?::timestamptz
  limit ${BATCH_SIZE}`;
const DUE = `select id from silence where next_at <= ?::timestamptz order by next_at, id limit ${BATCH_SIZE}`;

type Sweep = { now: number; canBeMissed: boolean };

/** Updates rows to their current state. Evaluates each row after locking it, because another process may have changed the row. */
@Injectable()
export class SilenceSweep {
  private readonly logger = new Logger(SilenceSweep.name);

  constructor(private readonly em: EntityManager) {}

  async sweep({ now, canBeMissed }: Sweep): Promise<void> {
    const at = new Date(now).toISOString();
    const hold = { now, canBeMissed: false };
    await this.all(GONE, [], (em, rows) => this.remove(em, rows, now));
    await this.all(SWITCHED, [], (em, rows) => this.advance(em, rows, hold));
    await this.all(MAINTAINED, [at, at], (em, rows) => this.advance(em, rows, hold));
    if (canBeMissed) await this.all(DUE, [at], (em, rows) => this.advance(em, rows, { now, canBeMissed }));
  }

  private async all(
    sql: string,
    params: string[],
    work: (em: EntityManager, rows: Silence[]) => Promise<void>,
  ): Promise<void> {
    const failed = new Set<number>();
    for (;;) {
      const found = (await this.em.fork().execute<{ id: number }[]>(sql, params)).map(({ id }) => id);
      const ids = found.filter((id) => !failed.has(id));
      if (ids.length === 0) return;
      await workTogether(ids, {
        work: (some) => this.inOneTransaction(some, work),
        // Skips the row in this sweep; the next sweep retries.
        failed: async (id, error) => {
          failed.add(id);
          this.logger.error(
            { silence: id, error: String(error) },
            'checking an integration for silence failed, retrying',
          );
        },
      });
      if (found.length < BATCH_SIZE) return;
    }
  }

  private async inOneTransaction(
    ids: readonly number[],
    work: (em: EntityManager, rows: Silence[]) => Promise<void>,
  ): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const rows = await em.find(
        Silence,
        { id: { $in: ids } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
      );
      await work(em, rows);
    });
  }

  private async advance(em: EntityManager, rows: readonly Silence[], { now, canBeMissed }: Sweep): Promise<void> {
    const circumstancesOf = await readCircumstances(em, rows, now);
    for (const row of rows) {
      const circumstances = circumstancesOf(row);
      const step = advance(row, { ...circumstances, canBeMissed, now });
      await noteStep(em, row, step, { now, reason: circumstances.isActive ? 'expectation_changed' : 'inactive' });
    }
  }

  private async remove(em: EntityManager, rows: readonly Silence[], now: number): Promise<void> {
    for (const row of rows) {
      const step = row.state === 'silent' ? 'back' : 'changed';
      await noteStep(em, row, step, { now, reason: 'deleted' });
      em.remove(row);
    }
  }
}
