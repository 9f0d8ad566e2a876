import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { cutText } from '@portico/contracts/common/cut-text';
import { isGivenUp, leaseOldest, noteGivenUp, ofPostgres, retrySeconds } from '@portico/postgres';
import { ContentError, isDefect, Unavailable } from '@portico/service';
import { EventsApi } from '../events-api/events-api.ts';
import { noteChange } from '../live/changes.ts';
import { publishEpisode } from './acknowledge-episode.ts';
import { Episode, type FirstFailure } from './episode.entity.ts';
import { eventsOf } from './episode-events.ts';
import { findOldest } from './first-failure.ts';

const MAX_MESSAGE = 2_000;
/** Seconds of a lease: another process takes over an episode whose process was killed. */
const LEASE = 30;
/** Longest pause between two attempts, in seconds. */
const LONGEST_PAUSE = 30;

const QUEUE = { table: 'episodes', at: 'lookup_at', where: 'looked_up_at is null', seconds: LEASE };

/** Asks the events list with which failure an episode began: the marks know only the newest one. */
@Injectable()
export class EpisodeLookups {
  private readonly logger = new Logger(EpisodeLookups.name);

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  /**
   * Looks up the episode that is due longest. One that fails is due again later, or given up: it delays no other.
   * @returns whether there was one.
   * @throws Unavailable when the events service or the database does not answer, and any defect.
   */
  async next(): Promise<boolean> {
    const em = this.em.fork();
    const id = await leaseOldest(em, QUEUE);
    if (id === null) return false;
    const episode = await em.findOneOrFail(Episode, { id });
    try {
      await this.keep(episode, await this.find(episode));
    } catch (thrown) {
      const error = toError(thrown);
      await this.fail(episode, error);
      if (error instanceof Unavailable || isDefect(error)) throw error;
    }
    return true;
  }

  private async keep({ id }: Episode, found: { failure: FirstFailure; at: Date } | null): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const episode = await em.findOne(Episode, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!episode) return;
      episode.lookedUpAt = new Date();
      if (!found) return;
      episode.firstFailure = found.failure;
      if (found.at < episode.firstFailureAt) {
        episode.firstFailureAt = found.at;
        await publishEpisode(em, episode);
      } else await noteChange(em, { what: 'episodes', organizationId: episode.organizationId });
    });
  }

  private async fail({ id, lookupAttempts }: Episode, error: unknown): Promise<void> {
    const attempts = lookupAttempts + 1;
    if (isGivenUp(error, attempts)) {
      this.logger.error({ episode: id, error: String(error) }, 'looking up a first failure failed, given up');
      noteGivenUp('first failures');
      await this.em.fork().nativeUpdate(Episode, { id }, { lookedUpAt: new Date(), lookupAttempts: attempts });
    } else {
      await this.em.fork().execute(
        `update episodes set lookup_attempts = ?, lookup_at = now() + make_interval(secs => ?)
         where id = ? and looked_up_at is null`,
        [attempts, retrySeconds(attempts, LONGEST_PAUSE), id],
      );
    }
  }

  private async find(episode: Episode): Promise<{ failure: FirstFailure; at: Date } | null> {
    const { from: _, ...filter } = eventsOf(episode);
    const since = episode.lastSuccessAt;
    // A success after the failure ended it: what was before the success before that is not known here.
    const from = since && since < episode.firstFailureAt ? { from: new Date(since.getTime() + 1).toISOString() } : {};
    const until = { to: new Date(episode.lastFailureAt.getTime() + 1).toISOString() };
    const row = await this.events.ask((events) =>
      findOldest(events, { ...filter, ...until, ...from, sender: 'trusted' }),
    );
    if (!row) {
      this.logger.warn({ episode: episode.id }, 'first failure of an episode is not in the events list');
      return null;
    }
    const { id, trace_id: traceId, timestamp, severity_text: severity, details } = row;
    const message = cutText(details.message, MAX_MESSAGE);
    return { failure: { id, traceId, timestamp, message, severity }, at: new Date(timestamp) };
  }
}

/** A question that the events service finds invalid is at fault itself; a refused token is not. */
function toError(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError)) return ofPostgres(thrown);
  const { message, status } = thrown;
  return status === 400 ? new ContentError(message, { cause: thrown }) : new Unavailable(message, { cause: thrown });
}
