import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { type Arrivals, getArrivals } from '@portico/contracts/http/arrivals';
import { Unavailable } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { advance } from './advance.ts';
import { Clock } from './clock.ts';
import { learn, type Learned } from './model/learn.ts';
import { readCircumstances } from './silence-fold.ts';
import { noteStep } from './silence-transitions.ts';
import { Silence } from './silence.entity.ts';
import { toSpan } from './watched.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds until a retry if the events service does not answer. */
const RETRY_MS = 5 * MINUTE;

/** Leases the next row to learn. Skips silent integrations, because a current gap would lower the expectation. */
const TAKE = `update silence set relearn_at = ?::timestamptz where id = (
    select id from silence where relearn_at <= ?::timestamptz and state <> 'silent' order by relearn_at, id limit 1
    for update skip locked)
  returning id, organization_id, integration_id`;

@Injectable()
export class SilenceLearner {
  private readonly logger = new Logger(SilenceLearner.name);

  constructor(
    private readonly em: EntityManager,
    private readonly api: EventsApi,
    private readonly clock: Clock,
  ) {}

  /** Learns the next integration that is due. @returns false if no row was due or the events service did not answer. */
  async next(): Promise<boolean> {
    const now = this.clock.now();
    const [retryAt, at] = [new Date(now + RETRY_MS).toISOString(), new Date(now).toISOString()];
    const [taken] = await this.em
      .fork()
      .execute<{ id: number; organization_id: number; integration_id: number }[]>(TAKE, [retryAt, at]);
    if (!taken) return false;
    const params = { id: taken.integration_id };
    const arrivals = await this.api
      .ask((events) => events.call(getArrivals, { params, query: { organization: taken.organization_id } }))
      .catch((error: unknown) => {
        if (!(error instanceof Unavailable) && !(error instanceof ApiError)) throw error;
        this.logger.warn(
          { ...params, error: error.message },
          'reading arrival times of an integration failed, retrying',
        );
        return null;
      });
    if (arrivals) await this.keep(taken.id, arrivals, now);
    return arrivals !== null;
  }

  private async keep(id: number, arrivals: Arrivals, now: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const row = await em.findOne(Silence, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!row) return;
      row.relearnAt = new Date(now + DAY);
      // The integration has become silent since `TAKE`.
      if (row.state === 'silent') return;
      const marked = { unusual: row.unusual.map(toSpan), normal: row.normal.map(toSpan) };
      keepLearned(row, learn({ ...arrivals, ...toSpan(arrivals), gaps: arrivals.gaps.map(toSpan) }, row.zone, marked));
      row.learnedAt = new Date(now);
      const circumstances = (await readCircumstances(em, [row], now))(row);
      await noteStep(em, row, advance(row, { ...circumstances, canBeMissed: false, now }), { now });
    });
  }
}

/** Stores a learned profile. If the new data is too little to learn from, keeps the earlier profile, which can detect silence. */
export function keepLearned(row: Silence, { kind, profile, threshold }: Learned): void {
  if (kind === 'learning' && row.learnedKind && row.learnedKind !== 'learning') return;
  row.learnedKind = kind;
  row.profile = profile.map((rate) => Math.round(rate * 10_000) / 10_000);
  row.threshold = threshold;
}
