import { Logger } from '@nestjs/common';
import { isAfter, type Positions } from '@portico/contracts/events/position';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedIds } from '../table/stored-ids.ts';
import { storedOffsets } from '../table/stored-positions.ts';
import type { LiveEvent } from './live-event.ts';
import type { ReplayBuffer } from './replay-buffer.ts';

/** Milliseconds between two looks; what is settled is known a second late, too. */
const LOOK_EVERY = 1_000;
/** Rows of one look. */
const MAX_ROWS = 1_000;

/**
 * Takes rows out of the replay buffer that the store found to be published before. The ingest has settled them, and yet they lie
 * behind the last stored position: no list would ever cover them, and every viewer who comes would get them again.
 */
export class Duplicates {
  private readonly logger = new Logger(Duplicates.name);
  private readonly looked = new WeakSet<LiveEvent>();
  private readonly timer: NodeJS.Timeout;
  private stored: Positions = new Map();
  private isLooking = false;

  constructor(
    private readonly replay: () => ReplayBuffer,
    private readonly settled: () => Positions,
    private readonly clickhouse: ClickHouse,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_EVERY);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (this.isLooking || this.doubtful().length === 0) return;
    this.isLooking = true;
    this.remove()
      .catch((error: unknown) => this.logger.debug({ error: String(error) }, 'lookup of duplicates failed, retrying'))
      .finally(() => {
        this.isLooking = false;
      });
  }

  /** Settled rows behind what is stored, as far as this is known. */
  private doubtful(): LiveEvent[] {
    const settled = this.settled();
    return this.replay()
      .after(this.stored)
      .filter((row) => !isAfter(row.position, settled) && !this.looked.has(row))
      .slice(0, MAX_ROWS);
  }

  /**
   * Settled rows that are to be stored are stored, so what lies behind the stored positions is rejected or a duplicate. They
   * are read once more after the ids: a replica may have lagged.
   */
  private async remove(): Promise<void> {
    this.stored = await storedOffsets(this.clickhouse);
    const doubtful = this.doubtful();
    if (doubtful.length === 0) return;
    const ids = await storedIds(
      this.clickhouse,
      doubtful.map(({ event }) => event.id),
    );
    const stored = await storedOffsets(this.clickhouse);
    const gone = doubtful.filter(({ event, position }) => ids.has(event.id) && isAfter(position, stored));
    this.replay().remove(new Set(gone));
    for (const row of doubtful) this.looked.add(row);
  }
}
