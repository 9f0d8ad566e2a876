import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type EpisodeSettling as Settling } from '@portico/contracts/http/episode-settling';
import { type Episode as EpisodeRow, MAX_MUTE_DAYS } from '@portico/contracts/http/episodes';
import { type Caller, Problem } from '@portico/service';
import { Integration } from '../directory/integration.entity.ts';
import { Scopes } from '../directory/scopes.ts';
import { User } from '../directory/user.entity.ts';
import { publishEpisode, takeEpisode } from './acknowledge-episode.ts';
import { addEntry } from './apply-step.ts';
import { episodeRows } from './episode-rows.ts';
import { EpisodeSettling } from './episode-settling.entity.ts';
import { Episode } from './episode.entity.ts';

const DAY = 24 * 60 * 60 * 1_000;

/**
 * The actions of people on an episode. No action changes the episode's state. Acknowledging requires an open or recovering episode;
 * the other actions are also allowed on a closed episode.
 */
@Injectable()
export class EpisodeChangesService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: Scopes,
  ) {}

  /** Acknowledging twice changes nothing. @throws Problem `already_closed` if the episode is over. */
  acknowledge(caller: Caller, id: number): Promise<EpisodeRow> {
    return this.change(caller, id, (em, episode, now) => {
      if (!episode.isLive())
        throw new Problem('already_closed', `The episode is already over: its state is ${episode.state}`);
      return takeEpisode(em, episode, { userId: caller.id }, now);
    });
  }

  release(caller: Caller, id: number): Promise<EpisodeRow> {
    return this.change(caller, id, (em, episode, now) => {
      if (!episode.acknowledgedAt) return false;
      episode.acknowledgedAt = null;
      episode.acknowledgedBy = null;
      addEntry(em, episode, 'released', now, { userId: caller.id });
      return true;
    });
  }

  /** @throws Problem `validation_failed` if the assigned user cannot see the episode. */
  assign(caller: Caller, id: number, userId: number | null): Promise<EpisodeRow> {
    return this.change(caller, id, async (em, episode, now) => {
      if ((episode.assigneeId ?? null) === userId) return false;
      const user = userId === null ? null : await this.assignable(em, episode, userId);
      episode.assigneeId = userId;
      addEntry(em, episode, 'assigned', now, { userId: caller.id, text: user === null ? null : String(user.id) });
      return true;
    });
  }

  note(caller: Caller, id: number, note: string | null): Promise<EpisodeRow> {
    return this.change(caller, id, (em, episode, now) => {
      if ((episode.note ?? null) === note) return false;
      episode.note = note;
      addEntry(em, episode, 'noted', now, { userId: caller.id, text: note });
      return true;
    });
  }

  /** @throws Problem `validation_failed` for a time in the past or more than `MAX_MUTE_DAYS` ahead. */
  mute(caller: Caller, id: number, until: string | null): Promise<EpisodeRow> {
    return this.change(caller, id, (em, episode, now) => {
      const moment = until === null ? null : new Date(until);
      if (moment !== null && moment <= now) throw Problem.invalid('/until', 'Until should be in the future');
      if (moment !== null && moment.getTime() > now.getTime() + MAX_MUTE_DAYS * DAY)
        throw Problem.invalid('/until', `Until should be at most ${MAX_MUTE_DAYS} days away`);
      episode.mutedUntil = moment;
      const text = moment?.toISOString() ?? null;
      addEntry(em, episode, moment === null ? 'unmuted' : 'muted', now, { userId: caller.id, text });
      return true;
    });
  }

  /** Changes an integration's settings. @throws Problem `not_found` for an integration that the caller cannot see. */
  async settle(caller: Caller, integrationId: number, { minutes, trouble }: Settling): Promise<Settling> {
    const em = this.em.fork();
    const integration = await em.findOne(Integration, { id: integrationId, deletedAt: null });
    if (!integration) throw Problem.notFound('The integration');
    await this.scopes.requireRole('manager', caller, integration.organizationId ?? null, 'The integration');
    const threshold = trouble && {
      troubleFailures: trouble.failures,
      troubleShare: trouble.share,
      troubleMinutes: trouble.minutes,
    };
    const row = await em.upsert(EpisodeSettling, { integrationId, minutes, ...threshold });
    return { minutes, trouble: row.threshold() };
  }

  private async change(
    caller: Caller,
    id: number,
    work: (em: EntityManager, episode: Episode, now: Date) => Promise<boolean> | boolean,
  ): Promise<EpisodeRow> {
    return this.em.fork().transactional(async (em) => {
      const episode = await em.findOne(Episode, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!episode) throw Problem.notFound('The episode');
      await this.scopes.requireRole('operator', caller, episode.organizationId, 'The episode');
      if (await work(em, episode, new Date())) await publishEpisode(em, episode);
      const [row] = await episodeRows(em, [episode], await this.scopes.rolesOf(caller, em));
      if (!row) throw Problem.notFound('The episode');
      return row;
    });
  }

  private async assignable(em: EntityManager, episode: Episode, userId: number): Promise<User> {
    const user = await em.findOne(User, { id: userId, deletedAt: null });
    const role = user && (await this.scopes.roleIn(user, episode.organizationId, em));
    if (!user || role === null) throw Problem.invalid('/userId', 'The user is not a member of the organization');
    return user;
  }
}
