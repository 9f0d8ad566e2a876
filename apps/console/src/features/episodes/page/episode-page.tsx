import { queryOptions, useQuery } from '@tanstack/react-query';
import { List, Route as Trace } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Episode, EpisodeDetail } from '@portico/contracts/http/episodes';
import { buttonClass, formatTime, Icon, Row, Screen, Select, Stack, Switch } from '@portico/ui';
import { nameOf } from '../../../shared/health/names.ts';
import { useApi } from '../../../api/use-api.ts';
import { organizationOf, plainTitleOf, titleOf } from '../../../shared/episodes/episode-words.ts';
import { useNow } from '../../../shared/health/ago.tsx';
import { episodeEventsHref, traceHref } from '../../../shared/health/hrefs.ts';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { useTimeZone } from '../../../shared/time/time-zone.ts';
import { EpisodeActions } from '../episode-actions.tsx';
import { EpisodeFacts } from '../episode-facts.tsx';
import { EpisodeState } from '../episode-state.tsx';
import { episodeQuery, useBySubject, useEpisodeMutations } from '../episodes.queries.ts';
import * as list from '../episodes.css.ts';
import { Kinds } from './kinds.tsx';
import { NoteForm } from './note-form.tsx';
import { Timeline } from './timeline.tsx';
import * as styles from './page.css.ts';
import { listMembers } from '@portico/contracts/http/members';
import { Settling } from './settling.tsx';
import { type ApiClient, errorText } from '@portico/api-client';
import { QUIET } from '../../../api/calls.ts';

/** Maximum number of members in the list. Further members can still assign an episode to themselves. */
const MEMBERS = 100;

/** Possible assignees of an episode: the approved members of its organization. */
const assigneesQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['episode assignees', organizationId],
    queryFn: async ({ signal }) => {
      const query = { approved: true, limit: MEMBERS, offset: 0 };
      const { data } = await api.call(listMembers, { params: { id: organizationId }, query, signal });
      return data.flatMap(({ user }) => (user === null ? [] : [{ id: user.id, name: user.name }]));
    },
    staleTime: 60_000,
    ...QUIET,
  });

const NOT_ASSIGNED = 'none';

type AssigneeProps = { episode: Episode; viewer: number };

const Assignee = ({ episode, viewer }: AssigneeProps) => {
  const api = useApi();
  const members = useQuery(assigneesQuery(api, episode.organizationId)).data ?? [];
  const { assign } = useEpisodeMutations(episode.id);
  const { assignee } = episode;
  const people = new Map<number, string>([
    [viewer, 'You'],
    ...(assignee === null ? [] : [[assignee.id, assignee.name ?? `User ${assignee.id}`] as const]),
    ...members.map(({ id, name }) => [id, name] as const),
    [viewer, 'You'],
  ]);
  return (
    <Select
      label="Assigned to"
      size="sm"
      isDisabled={assign.isPending}
      options={[
        { value: NOT_ASSIGNED, text: 'Not assigned' },
        ...[...people].map(([id, text]) => ({ value: String(id), text })),
      ]}
      value={assignee === null ? NOT_ASSIGNED : String(assignee.id)}
      onChange={(value) => assign.mutate(value === NOT_ASSIGNED ? null : Number(value))}
    />
  );
};

const BySubject = ({ episode }: { episode: EpisodeDetail }) => {
  const change = useBySubject(episode);
  return (
    <Switch
      label="One episode per subject"
      description={`Opens separate episodes for each subject of ${nameOf(episode)}, such as an order. A change ends open episodes.`}
      value={episode.bySubject}
      isDisabled={change.isPending}
      onChange={(bySubject) => change.mutate(bySubject)}
      {...(change.error && { error: errorText(change.error) })}
    />
  );
};

type EpisodePageProps = {
  id: number;
  viewer: number;
  isPlain: boolean;
  back: ReactNode;
};

const FirstFailure = ({ episode }: { episode: EpisodeDetail }) => {
  const zone = useTimeZone();
  const first = episode.firstFailure;
  if (first === null) return null;
  return (
    <Stack gap={1}>
      <p className={styles.small}>The first failure, {formatTime(first.timestamp, zone)}:</p>
      <p className={styles.quote}>{first.message ?? 'a failure without a message'}</p>
    </Stack>
  );
};

const Head = ({ episode, viewer }: { episode: EpisodeDetail; viewer: number }) => (
  <section className={styles.panel} aria-label="Current state">
    <p className={list.states}>
      <EpisodeState episode={episode} />
    </p>
    <EpisodeFacts {...{ episode, viewer }} isSeen isOwnerShown={false} />
    <FirstFailure episode={episode} />
    <Row>
      <EpisodeActions episode={episode} />
      <a
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
        href={episodeEventsHref(episode.events, episode.organizationId)}
      >
        <Icon of={List} size="sm" />
        Show failures
      </a>
      {episode.firstFailure !== null && (
        <a
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          href={traceHref(episode.firstFailure, episode.integrationId)}
        >
          <Icon of={Trace} size="sm" />
          Trace of the first failure
        </a>
      )}
    </Row>
  </section>
);

/** One episode: its state, the kinds of its failures, and its timeline. */
export const EpisodePage = ({ id, viewer, isPlain, back }: EpisodePageProps) => {
  const api = useApi();
  const query = useQuery(episodeQuery(api, id));
  const now = useNow();
  const episode = query.data;
  if (episode === undefined)
    return (
      <Screen heading={`Episode ${id}`} tools={back}>
        <LoadState title="The episode could not be loaded" query={query} height="10rem" />
      </Screen>
    );
  const newest = episode.firstFailure?.message ?? null;
  return (
    <Screen
      heading={isPlain ? plainTitleOf(episode, newest) : titleOf(episode, now)}
      lead={`Episode ${episode.id} · ${organizationOf(episode)}`}
      tools={back}
    >
      <div className={styles.columns}>
        <Stack gap={4}>
          <Head {...{ episode, viewer }} />
          <Kinds episode={episode} />
        </Stack>
        <Stack gap={4}>
          <NoteForm episode={episode} />
          {episode.canChange && (
            <section className={styles.panel} aria-label="Assignee and note">
              <Assignee {...{ episode, viewer }} />
              <BySubject episode={episode} />
              <Settling key={JSON.stringify([episode.settleMinutes, episode.threshold])} episode={episode} />
            </section>
          )}
          <Timeline entries={episode.timeline} viewer={viewer} />
        </Stack>
      </div>
    </Screen>
  );
};
