import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Activity, type FirstFailure } from '@portico/contracts/events/activity';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import { Integration } from '../directory/integration.entity.ts';
import { mergeMarks, ofKind } from '../activity/activity-loop.ts';
import { raiseCounts } from './activity-counts.ts';
import { type EpisodeChange, type EpisodeKey, openEpisode, publishChanges, toFailure } from './apply-step.ts';
import { becomeTrouble } from './become-trouble.ts';
import { Episode } from './episode.entity.ts';
import { DEFAULT_SETTLE_MINUTES, EpisodeSettling } from './episode-settling.entity.ts';
import { foldSubjects } from './fold-subjects.ts';
import { type Changed, raiseMarks } from './marks.ts';
import { nextStep } from './next-step.ts';
import { LIVE_STATES, liveStateOf, take } from './take-step.ts';
import { DEFAULT_TROUBLE } from './trouble.ts';

/**
 * Open episodes for which a late record contains an earlier first failure, each with the index of the record. A failure before the last
 * success belongs to an earlier episode. Recovering episodes are excluded, because they no longer store the success before their start.
 */
const EARLIER = `select e.id, n.index from episodes e join jsonb_to_recordset(?::jsonb) as n (index int, organization_id int,
    integration_id int, event_name text, subject text, at timestamptz)
    on e.organization_id = n.organization_id and e.integration_id = n.integration_id and e.event_name = n.event_name
  where e.state = 'open' and (e.scope = 'event' or e.scope = 'subject' and e.subject = n.subject)
    and (n.at < e.first_failure_at or n.at = e.first_failure_at and e.first_failure is null)
    and (e.last_success_at is null or e.last_success_at < n.at) order by e.id, n.at desc`;

/**
 * Corrects the first failure of episodes for which the records contain an earlier failure.
 * @param changes - the function adds the changes to this list.
 */
async function correctFirsts(
  em: EntityManager,
  activity: readonly Activity[],
  changes: EpisodeChange[],
): Promise<void> {
  const firsts = activity.flatMap(({ first_failure: first, ...mark }) => (first ? [{ ...mark, first }] : []));
  if (firsts.length === 0) return;
  const rows = firsts.map(({ organization_id, source_id, event_name, subject, first: { at } }, index) => {
    return { index, organization_id, integration_id: source_id, event_name, subject, at };
  });
  const found = await em.execute<{ id: number; index: number }[]>(EARLIER, [JSON.stringify(rows)]);
  if (found.length === 0) return;
  const firstOf = new Map<number, FirstFailure>();
  for (const { id, index } of found) {
    const first = firsts[index]?.first;
    if (first) firstOf.set(id, first);
  }
  const episodes = await em.find(
    Episode,
    { id: { $in: [...firstOf.keys()] }, state: 'open' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  for (const episode of episodes) {
    const first = firstOf.get(episode.id);
    if (!first) continue;
    const at = new Date(first.at);
    Object.assign(episode, { firstFailureAt: at, firstFailure: toFailure(first) });
    if (changes.some((one) => one.episode === episode)) continue;
    episode.raiseVersion();
    changes.push({ episode, entries: [], kind: null, at });
  }
  await em.flush();
}

/** Maximum activity records per transaction, so that the transaction holds locks for only milliseconds. */
const BATCH_SIZE = 500;

const KEYS = 'jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int, event_name text)';

/** Updates the timestamps of live episodes that do not change state. */
const TOUCH = `update episodes e set last_failure_at = greatest(e.last_failure_at, m.failure_at),
    last_success_at = greatest(e.last_success_at, m.success_at)
  from episode_marks m join ${KEYS} using (organization_id, integration_id, event_name)
  where e.organization_id = m.organization_id and e.integration_id = m.integration_id and e.event_name = m.event_name
    and e.scope = 'event' and e.state in ('open', 'recovering')`;

const keyOf = ({ organizationId, integrationId, eventName }: Omit<EpisodeKey, 'scope' | 'subject'>): string =>
  `${organizationId}:${integrationId}:${eventName}`;

@Injectable()
export class FoldService {
  constructor(private readonly em: EntityManager) {}

  /** Applies activity records. Repeated and older records have no effect, so the caller can repeat the call after a crash. */
  async fold(activity: readonly Activity[], now = new Date()): Promise<void> {
    for (let from = 0; from < activity.length; from += BATCH_SIZE)
      await this.foldSome(activity.slice(from, from + BATCH_SIZE), now);
  }

  private async foldSome(activity: readonly Activity[], now: Date): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const bySubject = await this.bySubject(em, activity);
      const kinds = mergeMarks(activity.map(ofKind));
      const raised = await raiseMarks(em, kinds, 'event');
      const subjects = await raiseMarks(
        em,
        activity.filter(({ source_id, subject }) => subject !== undefined && bySubject.has(source_id)),
        'subject',
      );
      await raiseCounts(em, kinds);
      const changed = raised.filter(({ key }) => !bySubject.has(key.integrationId));
      const settling = await this.settlingOf(em, kinds);
      const settleOf = (id: number): number => settling.get(id)?.minutes ?? DEFAULT_SETTLE_MINUTES;
      const thresholdOf = (id: number): TroubleThreshold => settling.get(id)?.threshold() ?? DEFAULT_TROUBLE;
      const changes = await foldSubjects(em, subjects, { settleOf, now });
      const live = await this.liveOf(em, changed);
      const steps = changed.map(({ key, marks, first }) => {
        const episode = live.get(keyOf(key));
        const settleMinutes = settleOf(key.integrationId);
        const step = nextStep(liveStateOf(episode), marks, { settleMinutes, now });
        return { key, marks, first, episode, settleMinutes, step };
      });
      await this.touch(
        em,
        steps.filter(({ step }) => step === 'touch').map(({ key }) => key),
      );
      const opening = await this.notDeleted(
        em,
        steps.filter(({ step }) => step === 'open').map(({ key }) => key),
      );
      for (const { key, marks, first, episode, settleMinutes, step } of steps) {
        if (step === 'open' && opening.has(key)) changes.push(openEpisode(em, key, { marks, first }, now));
        else if (episode) changes.push(...(await take(em, step, episode, marks, { settleMinutes, now })));
      }
      await em.flush();
      await correctFirsts(em, activity, changes);
      await becomeTrouble(em, kinds, changes, { thresholdOf, now });
      if (changes.length > 0) await publishChanges(em, changes, now);
    });
  }

  /** Returns the ids of the integrations that have one episode per subject. */
  private async bySubject(em: EntityManager, activity: readonly Activity[]): Promise<Set<number>> {
    const ids = [...new Set(activity.map(({ source_id }) => source_id))];
    const rows = await em.find(Integration, { id: { $in: ids }, episodesBySubject: true, deletedAt: null });
    return new Set(rows.map(({ id }) => id));
  }

  private async liveOf(em: EntityManager, changed: readonly Changed[]): Promise<Map<string, Episode>> {
    if (changed.length === 0) return new Map();
    const integrations = [...new Set(changed.map(({ key }) => key.integrationId))];
    const keys = new Set(changed.map(({ key }) => keyOf(key)));
    const ids = (
      await em.find(
        Episode,
        { integrationId: { $in: integrations }, scope: 'event', state: { $in: [...LIVE_STATES] } },
        { fields: ['id', 'organizationId', 'integrationId', 'eventName'], disableIdentityMap: true },
      )
    ).filter((episode) => keys.has(keyOf(episode)));
    const episodes = await em.find(
      Episode,
      { id: { $in: ids.map(({ id }) => id) }, state: { $in: [...LIVE_STATES] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    return new Map(episodes.map((episode) => [keyOf(episode), episode]));
  }

  private async settlingOf(em: EntityManager, kinds: readonly Activity[]): Promise<Map<number, EpisodeSettling>> {
    const integrations = [...new Set(kinds.map(({ source_id }) => source_id))];
    const rows = await em.find(EpisodeSettling, { integrationId: { $in: integrations } });
    return new Map(rows.map((row) => [row.integrationId, row]));
  }

  private async touch(em: EntityManager, keys: readonly EpisodeKey[]): Promise<void> {
    if (keys.length > 0)
      await em.execute(TOUCH, [
        JSON.stringify(
          keys.map((key) => ({
            organization_id: key.organizationId,
            integration_id: key.integrationId,
            event_name: key.eventName,
          })),
        ),
      ]);
  }

  /** Returns the keys whose integration is not deleted, so that late events of a deleted integration open no episode. */
  private async notDeleted(em: EntityManager, keys: readonly EpisodeKey[]): Promise<Set<EpisodeKey>> {
    if (keys.length === 0) return new Set();
    const ids = [...new Set(keys.map(({ integrationId }) => integrationId))];
    const deleted = await em.find(Integration, { id: { $in: ids }, deletedAt: { $ne: null } });
    const gone = new Set(deleted.map(({ id }) => id));
    return new Set(keys.filter(({ integrationId }) => !gone.has(integrationId)));
  }
}
