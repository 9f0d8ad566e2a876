import { randomUUID } from 'node:crypto';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { addTransition } from '../transitions/transitions.ts';
import { SilencePlatform } from './platform.entity.ts';
import type { Behind } from './platform-watch.ts';

/** Seconds after which another process takes over the sweep from an inactive process. */
const LEASE_SECONDS = 30;

/** The lease of the process that checks for silence, and whether Portico processed events late at the last check. */
@Injectable()
export class PlatformState {
  private readonly holder = randomUUID();

  constructor(private readonly em: EntityManager) {}

  /** @returns whether this process has the lease. */
  async lease(): Promise<boolean> {
    const rows = await this.em.fork().execute(
      `update silence_platform set holder = ?, expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       where id = 1 and (holder is null or holder = ? or expires_at < clock_timestamp()) returning id`,
      [this.holder, this.holder],
    );
    return rows.length > 0;
  }

  async release(): Promise<void> {
    await this.em
      .fork()
      .execute('update silence_platform set holder = null, expires_at = null where holder = ?', [this.holder]);
  }

  /**
   * Writes a transition if Portico fell behind or caught up.
   * @param isCurrent - whether Portico is known to process events in time.
   */
  async note(isCurrent: boolean, behind: Behind | null, now: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const row = await em.findOneOrFail(SilencePlatform, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const isBehind = behind !== null || (row.isBehind && !isCurrent);
      if (isBehind === row.isBehind) return;
      addTransition(em, {
        kind: isBehind ? 'platform.behind' : 'platform.caught_up',
        subject: 'platform',
        at: new Date(behind?.since ?? now),
        snapshot: behind ? { what: behind.what } : { behindSince: row.since.toISOString() },
      });
      row.isBehind = isBehind;
      row.since = new Date(behind?.since ?? now);
    });
  }
}
