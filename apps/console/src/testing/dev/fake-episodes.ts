import { setEpisodeSettling } from '@portico/contracts/http/episode-settling';
import * as episodes from '@portico/contracts/http/episodes';
import { listTrouble, TROUBLE_LEVELS } from '@portico/contracts/http/trouble';
import { silentOf, troubleOf, troublesOf } from '../trouble.ts';
import { closedOf, entryOf, episodeDetailOf, episodeOf, kindsOf } from '../episode.ts';
import { userOf } from '../fixtures.ts';
import { ago } from '../health.ts';
import { notFound } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const isLive = ({ state }: episodes.Episode) => state === 'open' || state === 'recovering';
const HOURS = 60;

/** Open, recovering and closed episodes. Changes last until a reload. */
export const fakeEpisodes = (): TypedAnswer[] => {
  const { id: userId, name } = userOf('ADMIN');
  const me = { id: userId, name };
  const bank = { integrationId: 5, integration: 'Banking', eventName: 'transfer.settled' };
  const rows: episodes.Episode[] = [
    episodeOf(14),
    episodeOf(13, {
      ...bank,
      firstFailureAt: ago(26 * HOURS),
      isFlapping: true,
      flaps: 24,
      acknowledged: { by: { id: 21, name: 'Grace Hopper' }, at: ago(300) },
      assignee: { id: 21, name: 'Grace Hopper' },
      note: 'The bank changes its certificate tonight, they know of it.',
    }),
    episodeOf(12, {
      integrationId: 6,
      integration: 'Pension',
      eventName: 'contribution.sent',
      state: 'recovering',
      firstFailureAt: ago(50),
      lastFailureAt: ago(6),
      lastSuccessAt: ago(2),
      closesAt: ago(-3),
      mutedUntil: ago(-4 * HOURS),
    }),
    closedOf(11),
    closedOf(10, { ...bank, acknowledged: { by: me, at: '2026-01-01T10:00:00.000Z' } }),
  ];
  const timelines = new Map<number, episodes.EpisodeEntry[]>();
  let entries = 100;
  const timelineOf = ({ id }: episodes.Episode) => timelines.get(id) ?? [entryOf(1, 'opened')];
  const detail = (episode: episodes.Episode) =>
    episodeDetailOf(episode.id, { ...episode, timeline: timelineOf(episode) });
  const change = (
    id: number,
    next: Partial<episodes.Episode>,
    kind: episodes.EpisodeEntry['kind'],
    text: string | null = null,
  ) => {
    const episode = rows.find((row) => row.id === id);
    if (!episode) return notFound();
    const entry = entryOf((entries += 1), kind, { by: me, at: ago(0), text });
    timelines.set(id, [...timelineOf(episode), entry]);
    return Object.assign(episode, next);
  };
  return [
    answering(listTrouble, ({ query }) => {
      const live = Map.groupBy(rows.filter(isLive), ({ integrationId }) => integrationId);
      const failing = [...live].map(([id, own]) => troubleOf(id, { integration: own[0]?.integration ?? null }, own));
      const ids = query.get('integrations')?.split(',').map(Number);
      const all = [...failing, silentOf(7, { integration: 'Invoicing' })].toSorted(
        (a, b) => TROUBLE_LEVELS.indexOf(a.level) - TROUBLE_LEVELS.indexOf(b.level),
      );
      return troublesOf(...all.filter(({ integrationId }) => ids?.includes(integrationId) ?? true));
    }),
    answering(episodes.listEpisodes, ({ query }) => {
      const wantedState = query.get('state') ?? 'live';
      const integration = query.get('integration');
      const data = rows.filter(
        (row) =>
          isLive(row) === (wantedState === 'live') &&
          (integration === null || row.integrationId === Number(integration)) &&
          (query.get('event') ?? row.eventName) === row.eventName &&
          (query.get('assignee') === null || row.assignee?.id === me.id),
      );
      return { data, count: data.length };
    }),
    answering(episodes.getEpisodeKinds, () => kindsOf()),
    answering(episodes.getEpisode, ({ id }) => {
      const episode = rows.find((row) => row.id === id);
      return episode ? detail(episode) : notFound();
    }),
    answering(episodes.acknowledgeEpisode, ({ id }) =>
      change(id, { acknowledged: { by: me, at: ago(0) } }, 'acknowledged'),
    ),
    answering(episodes.releaseEpisode, ({ id }) => change(id, { acknowledged: null }, 'released')),
    answering(episodes.assignEpisode, ({ id, body }) =>
      change(id, { assignee: body.userId === null ? null : { id: body.userId, name } }, 'assigned', name),
    ),
    answering(episodes.noteEpisode, ({ id, body }) => change(id, { note: body.note }, 'noted', body.note)),
    answering(episodes.muteEpisode, ({ id, body }) =>
      change(id, { mutedUntil: body.until }, body.until === null ? 'unmuted' : 'muted', body.until),
    ),
    answering(setEpisodeSettling, ({ body }) => body),
  ];
};
