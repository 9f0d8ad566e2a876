import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { intArray, isGivenUp, noteGivenUp, retrySeconds, workTogether } from '@portico/postgres';
import { closeEpisode, type EpisodeChange, publishChanges } from './apply-step.ts';
import { Episode } from './episode.entity.ts';
import { EpisodeMark } from './episode-mark.entity.ts';
import { SubjectMark } from './subject-mark.entity.ts';
import { furtherOf } from './marks.ts';
import { ABANDONED_DAYS, isFailing } from './next-step.ts';

type Due = { id: number; reason: 'recovered' | 'expired' | 'integration_deleted' | 'regrouped' };

/** The next 100 open or recovering episodes to close, each with the reason. */
const DUE = `select e.id, case when i.deleted_at is not null then 'integration_deleted'
    when (e.scope = 'event') = i.episodes_by_subject then 'regrouped'
    when e.state = 'recovering' and e.closes_at <= ? then 'recovered' else 'expired' end as reason
  from episodes e left join integrations i on i.id = e.integration_id
  where e.state in ('open', 'recovering') and e.ending_at <= now() and (i.deleted_at is not null or (e.scope = 'event') = i.episodes_by_subject
    or (e.state = 'recovering' and e.closes_at <= ?)
    or (e.state = 'open' and greatest(e.last_failure_at, e.last_success_at, e.opened_at) < ?))
  order by e.id limit 100`;
/** Locks the selected episodes that are still open or recovering and that no other process has locked. */
const CLAIM = `select id from episodes where id = any(?::int[])
  and state in ('open', 'recovering') order by id for update skip locked`;
const MAX_PAUSE_SECONDS = 300;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Closes episodes that stayed recovered or had no events for 90 days, and episodes of integrations that were deleted or changed their
 * grouping.
 */
@Injectable()
export class EpisodeEndings {
  private readonly logger = new Logger(EpisodeEndings.name);

  constructor(private readonly em: EntityManager) {}

  /** Closes the next due episodes. @returns whether any episode was closed. */
  async next(now = new Date()): Promise<boolean> {
    const abandoned = new Date(now.getTime() - ABANDONED_DAYS * DAY_SECONDS * 1_000);
    const due = await this.em.fork().execute<Due[]>(DUE, [now, now, abandoned]);
    let ended = 0;
    await workTogether(due, {
      work: async (some) => void (ended += await this.endSome(some, now)),
      failed: (one, error) => this.fail(one, error),
    });
    return ended > 0;
  }

  /** @returns the number of closed episodes. */
  private endSome(due: readonly Due[], now: Date): Promise<number> {
    return this.em.fork().transactional(async (em) => {
      const claimed = await em.execute<{ id: number }[]>(CLAIM, [intArray(due.map(({ id }) => id))]);
      const ids = new Set(claimed.map(({ id }) => id));
      const changes: EpisodeChange[] = [];
      for (const { id, reason } of due.filter((one) => ids.has(one.id))) {
        const episode = await em.findOneOrFail(Episode, { id });
        if (reason !== 'recovered') changes.push(closeEpisode(episode, reason, now));
        else if (await this.isRecovered(em, episode, now))
          changes.push(closeEpisode(episode, reason, episode.lastSuccessAt ?? now));
      }
      await publishChanges(em, changes, now);
      return changes.length;
    });
  }

  /** Schedules a retry. After too many attempts, the next attempt follows in a day, or when the episode recovers again. */
  private async fail({ id, reason }: Due, error: unknown): Promise<void> {
    const em = this.em.fork();
    const attempts = (await em.findOneOrFail(Episode, { id })).endingAttempts + 1;
    const isOver = isGivenUp(error, attempts);
    if (isOver) {
      this.logger.error({ episode: id, reason, error: String(error) }, 'ending an episode failed too often, giving up');
      noteGivenUp('episode endings');
    }
    await em.execute(
      'update episodes set ending_attempts = ?, ending_at = now() + make_interval(secs => ?) where id = ?',
      isOver ? [0, DAY_SECONDS, id] : [attempts, retrySeconds(attempts, MAX_PAUSE_SECONDS), id],
    );
  }

  /** Whether the newest recorded event succeeded. A concurrent transaction that records a later failure reopens the episode. */
  private async isRecovered(
    em: EntityManager,
    { organizationId, integrationId, eventName, scope, subject }: Episode,
    now: Date,
  ): Promise<boolean> {
    const key = { organizationId, integrationId, eventName };
    if (scope === 'further') return (await furtherOf(em, key, now)).failing === 0;
    if (scope === 'subject') {
      const mark = await em.findOne(SubjectMark, { ...key, subject: subject ?? '' });
      return !isFailing({ failureAt: mark?.failureAt ?? null, successAt: mark?.successAt ?? null });
    }
    const mark = await em.findOne(EpisodeMark, key);
    return !isFailing({ failureAt: mark?.failureAt ?? null, successAt: mark?.successAt ?? null });
  }
}
