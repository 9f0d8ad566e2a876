import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { closeEpisode, type EpisodeChange, publishChanges } from './apply-step.ts';
import { Episode } from './episode.entity.ts';
import { EpisodeMark } from './episode-mark.entity.ts';
import { SubjectMark } from './subject-mark.entity.ts';
import { furtherOf } from './subject-marks.ts';
import { ABANDONED_DAYS, isFailing } from './next-step.ts';

const DAY = 24 * 60 * 60 * 1_000;

type Due = { id: number; reason: 'recovered' | 'expired' | 'integration_deleted' | 'regrouped' };

/** The next live episodes that time, or a deletion, has ended. Other processes take others. */
const DUE = `select e.id, case when i.deleted_at is not null then 'integration_deleted'
    when (e.scope = 'event') = i.episodes_by_subject then 'regrouped'
    when e.state = 'recovering' and e.closes_at <= ? then 'recovered' else 'expired' end as reason
  from episodes e left join integrations i on i.id = e.integration_id
  where e.state in ('open', 'recovering') and (i.deleted_at is not null or (e.scope = 'event') = i.episodes_by_subject
    or (e.state = 'recovering' and e.closes_at <= ?)
    or (e.state = 'open' and greatest(e.last_failure_at, e.last_success_at, e.opened_at) < ?))
  order by e.id limit 100 for update of e skip locked`;

/** Ends what is over: watched long enough after a success, abandoned, or of a deleted integration. */
@Injectable()
export class EpisodeEndings {
  constructor(private readonly em: EntityManager) {}

  /** In one transaction. @returns whether there was one. */
  async next(now = new Date()): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const abandoned = new Date(now.getTime() - ABANDONED_DAYS * DAY);
      const due = await em.execute<Due[]>(DUE, [now, now, abandoned]);
      const changes: EpisodeChange[] = [];
      for (const { id, reason } of due) {
        const episode = await em.findOneOrFail(Episode, { id });
        if (reason !== 'recovered') changes.push(closeEpisode(episode, reason, now));
        else if (await this.isRecovered(em, episode, now))
          changes.push(closeEpisode(episode, reason, episode.lastSuccessAt ?? now));
      }
      await publishChanges(em, changes, now);
      return due.length > 0;
    });
  }

  /** The marks decide: a failure whose fold waits for this row has raised them, and opens it again afterwards. */
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
