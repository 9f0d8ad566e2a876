import { EntityManager, type FilterQuery, QueryOrder, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import type {
  Episode as EpisodeRow,
  EpisodeDetail,
  EpisodeKinds,
  EpisodesQuery,
} from '@portico/contracts/http/episodes';
import { KINDS_SAMPLE, MAX_KINDS } from '@portico/contracts/http/episodes';
import { listEvents, MAX_EVENTS_LIMIT } from '@portico/contracts/http/events';
import { type Caller, Problem, Unavailable } from '@portico/service';
import { Integration } from '../directory/integration.entity.ts';
import { Privacy } from '../directory/privacy.ts';
import { inScope, Scopes } from '../directory/scopes.ts';
import { EventsApi } from '@portico/service/events-api';
import { EpisodeEntry } from './episode-entry.entity.ts';
import { eventsOf } from './episode-events.ts';
import { impactSql } from './impact.ts';
import { episodeRows, timelineRows } from './episode-rows.ts';
import { DEFAULT_SETTLE_MINUTES, EpisodeSettling } from './episode-settling.entity.ts';
import { Episode } from './episode.entity.ts';
import { kindsOf } from './message-kinds.ts';
import { DEFAULT_TROUBLE } from './trouble.ts';

/** Maximum timeline entries in a response; older entries are omitted. */
const TIMELINE = 200;

const STATES = {
  live: ['open', 'recovering'],
  over: ['closed', 'expired'],
  open: ['open'],
  recovering: ['recovering'],
  closed: ['closed'],
  expired: ['expired'],
} as const;

/** Sorts live episodes first, then trouble, then by most current failures, largest share of failures, and earliest start. */
const BY_IMPACT = [
  { [raw(`array_position(array['open', 'recovering'], state)`)]: QueryOrder.ASC },
  { [raw('trouble_at is null')]: QueryOrder.ASC },
  { [raw((alias) => `coalesce((${impactSql('sum(m.failures)', alias)}), 0)`)]: QueryOrder.DESC },
  {
    [raw((alias) => `coalesce((${impactSql('sum(m.failures) / greatest(sum(m.total), 1)::float', alias)}), 0)`)]:
      QueryOrder.DESC,
  },
  { firstFailureAt: QueryOrder.ASC },
];

@Injectable()
export class EpisodesService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: Scopes,
    private readonly events: EventsApi,
    private readonly privacy: Privacy,
  ) {}

  async list(caller: Caller, query: EpisodesQuery): Promise<Page<EpisodeRow>> {
    const { state, organization, integration, event, subject, trouble, assignee, limit, offset } = query;
    const where: FilterQuery<Episode>[] = [
      inScope(await this.scopes.of(caller)),
      { state: { $in: [...STATES[state]] } },
      organization === undefined ? {} : { organizationId: organization },
      integration === undefined ? {} : { integrationId: integration },
      event === undefined ? {} : { eventName: event },
      subject === undefined ? {} : { $or: [{ subject }, { subject: null }] },
      trouble === undefined ? {} : { troubleAt: trouble ? { $ne: null } : null },
      assignee === undefined ? {} : { assigneeId: assignee === 'me' ? caller.id : assignee },
    ];
    const em = this.em.fork();
    const isOver = STATES[state].every((one) => one === 'closed' || one === 'expired');
    const orderBy = [...(isOver ? [] : BY_IMPACT), { id: QueryOrder.DESC }];
    const [episodes, count] = await em.findAndCount(Episode, { $and: where }, { orderBy, limit, offset });
    return { data: await episodeRows(em, episodes, await this.scopes.rolesOf(caller, em)), count };
  }

  /** @throws Problem `not_found` for an episode that the caller cannot see. */
  async get(caller: Caller, id: number): Promise<EpisodeDetail> {
    const em = this.em.fork();
    const episode = await this.find(em, caller, id);
    const [row] = await episodeRows(em, [episode], await this.scopes.rolesOf(caller, em));
    if (!row) throw Problem.notFound('The episode');
    const entries = await em.find(EpisodeEntry, { episodeId: id }, { orderBy: { id: 'desc' }, limit: TIMELINE });
    const integration = await em.findOne(Integration, { id: episode.integrationId });
    const settling = await em.findOne(EpisodeSettling, { integrationId: episode.integrationId });
    const { firstFailure } = episode;
    return {
      ...row,
      timeline: await timelineRows(em, entries.toReversed()),
      firstFailure: firstFailure
        ? {
            id: firstFailure.id,
            traceId: firstFailure.traceId,
            timestamp: firstFailure.timestamp,
            message:
              firstFailure.message === null ? null : this.privacy.message(episode.organizationId, firstFailure.message),
          }
        : null,
      settleMinutes: settling?.minutes ?? DEFAULT_SETTLE_MINUTES,
      threshold: settling?.threshold() ?? DEFAULT_TROUBLE,
      bySubject: integration?.episodesBySubject ?? false,
    };
  }

  /** Counts an episode's kinds of messages. @throws Problem `not_found`, or `unavailable` if the events service does not answer. */
  async kinds(caller: Caller, id: number): Promise<EpisodeKinds> {
    const episode = await this.find(this.em.fork(), caller, id);
    const query = eventsOf(episode);
    const sampled: { id: string; traceId: string; timestamp: string; message: string }[] = [];
    const read = this.events.ask(async (events) => {
      for (let offset = 0; ; offset += MAX_EVENTS_LIMIT) {
        const page = await events.call(listEvents, {
          query: { ...query, as: 'viewer', limit: MAX_EVENTS_LIMIT, offset },
        });
        for (const { id: event, trace_id: traceId, timestamp, details } of page.data)
          sampled.push({ id: event, traceId, timestamp, message: details.message });
        if (page.data.length < MAX_EVENTS_LIMIT || sampled.length >= KINDS_SAMPLE) return page;
      }
    });
    const { count, countIsExact } = await read.catch((error: unknown) => {
      throw error instanceof Unavailable ? Problem.unavailable('The list of events', error) : error;
    });
    return { count, countIsExact, sampled: sampled.length, ...kindsOf(sampled, MAX_KINDS) };
  }

  private async find(em: EntityManager, caller: Caller, id: number): Promise<Episode> {
    const episode = await em.findOne(Episode, { $and: [inScope(await this.scopes.of(caller, em)), { id }] });
    if (!episode) throw Problem.notFound('The episode');
    return episode;
  }
}
