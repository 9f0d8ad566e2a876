import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { advance } from './advance.ts';
import { inactiveOf } from './silence-fold.ts';
import { noteStep } from './silence-transitions.ts';
import { Silence } from './silence.entity.ts';

/** Rows of one transaction. */
const A_TURN = 200;

/** Rows whose integration was switched on or off, deleted, or moved to another organization. */
const SWITCHED = `select s.id from silence s join integrations i on i.id = s.integration_id
  where (i.deleted_at is null and i.active is true and i.organization_id = s.organization_id
      and s.state = 'off' and s.expectation ->> 'kind' <> 'off')
    or (not i.active and s.state <> 'off') limit ${A_TURN}`;
const GONE = `select s.id from silence s join integrations i on i.id = s.integration_id
  where i.deleted_at is not null or i.organization_id is distinct from s.organization_id limit ${A_TURN}`;
const DUE = `select id from silence where next_at <= ?::timestamptz order by next_at, id limit ${A_TURN}`;

export type Sweep = { now: number; canBeMissed: boolean };

/** Brings rows to the state that they have by now. Each is looked at again under its lock, so that none is changed twice. */
@Injectable()
export class SilenceSweep {
  constructor(private readonly em: EntityManager) {}

  async sweep({ now, canBeMissed }: Sweep): Promise<void> {
    await this.all(GONE, [], (em, rows) => this.remove(em, rows, now));
    await this.all(SWITCHED, [], (em, rows) => this.advance(em, rows, { now, canBeMissed: false }));
    const due = [new Date(now).toISOString()];
    if (canBeMissed) await this.all(DUE, due, (em, rows) => this.advance(em, rows, { now, canBeMissed }));
  }

  private async all(
    sql: string,
    params: string[],
    work: (em: EntityManager, rows: Silence[]) => Promise<void>,
  ): Promise<void> {
    for (let found = A_TURN; found === A_TURN;) {
      found = await this.em.fork().transactional(async (em) => {
        const ids = (await em.execute<{ id: number }[]>(sql, params)).map(({ id }) => id);
        if (ids.length === 0) return 0;
        const rows = await em.find(
          Silence,
          { id: { $in: ids } },
          { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
        );
        await work(em, rows);
        return ids.length;
      });
    }
  }

  private async advance(em: EntityManager, rows: readonly Silence[], { now, canBeMissed }: Sweep): Promise<void> {
    const inactive = await inactiveOf(em, rows);
    for (const row of rows) {
      const isActive = !inactive.has(row.integrationId);
      const step = advance(row, { isActive, canBeMissed, now });
      await noteStep(em, row, step, { now, reason: isActive ? 'expectation_changed' : 'inactive' });
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
