import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { EventsApi } from '../events-api/events-api.ts';
import { noteChange } from '../live/changes.ts';
import { Episode, type FirstFailure } from './episode.entity.ts';
import { eventsOf } from './episode-events.ts';
import { findOldest } from './first-failure.ts';

const MESSAGE = 2_000;

/** Asks the events list with which failure an episode began: the marks know only the newest one. */
@Injectable()
export class EpisodeLookups {
  private readonly logger = new Logger(EpisodeLookups.name);

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  /** @returns whether there was one to look up. @throws Unavailable when the events service does not answer. */
  async next(): Promise<boolean> {
    const episode = await this.em.fork().findOne(Episode, { lookedUpAt: null }, { orderBy: { id: 'asc' } });
    if (!episode) return false;
    const found = await this.find(episode);
    await this.em.fork().transactional(async (em) => {
      const locked = await em.findOne(Episode, { id: episode.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!locked) return;
      locked.lookedUpAt = new Date();
      if (!found) return;
      locked.firstFailure = found.failure;
      if (found.at < locked.firstFailureAt) locked.firstFailureAt = found.at;
      await noteChange(em, { what: 'episodes', organizationId: locked.organizationId });
    });
    return true;
  }

  private async find(episode: Episode): Promise<{ failure: FirstFailure; at: Date } | null> {
    const { from: _, ...filter } = eventsOf(episode);
    const since = episode.lastSuccessAt;
    // A success after the failure ended it: what was before the success before that is not known here.
    const from = since && since < episode.firstFailureAt ? { from: new Date(since.getTime() + 1).toISOString() } : {};
    const until = { to: new Date(episode.lastFailureAt.getTime() + 1).toISOString() };
    const row = await this.events.ask((events) => findOldest(events, { ...filter, ...until, ...from }));
    if (!row) {
      this.logger.warn({ episode: episode.id }, 'first failure of an episode is not in the events list');
      return null;
    }
    const { id, trace_id: traceId, timestamp, severity_text: severity, details } = row;
    const message = details.message.slice(0, MESSAGE).replaceAll('\0', '');
    return { failure: { id, traceId, timestamp, message, severity }, at: new Date(timestamp) };
  }
}
