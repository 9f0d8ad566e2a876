import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { EventTrend, Period } from '@portico/contracts/http/event-health';
import { counted, formatNumber, Icon, SectionHeader, Skeleton } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { episodesHref, failuresHref, USAGE_FAULTS_HREF } from '../../shared/health/hrefs.ts';
import { periodText } from '../../shared/health/period.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { isAllClear, standingOf } from '../../shared/trouble/standing.ts';
import {
  troubleQuery,
  uncorrectedQuery,
  usageFaultsQuery,
  waitingLettersQuery,
} from '../../shared/trouble/trouble.queries.ts';
import {
  LettersLine,
  MoreLine,
  RejectedLine,
  RequestLine,
  TroubleLine,
  UsageFaultLine,
  type Viewer,
} from './lines.tsx';
import { REFRESH_MS, requestsQuery } from './overview.queries.ts';
import * as styles from './wrong-now.css.ts';

/** Maximum number of listed integrations and causes. The screen shows the number of further entries. */
const MAX_LISTED = 10;

type Source = { name: string; query: UseQueryResult; isEmpty: boolean | undefined };

const useSources = ({ isAdmin, isManager }: Viewer) => {
  const api = useApi();
  const trouble = useQuery({ ...troubleQuery(api), refetchInterval: REFRESH_MS });
  const rejected = useQuery({ ...uncorrectedQuery(api), refetchInterval: REFRESH_MS });
  const letters = useQuery({ ...waitingLettersQuery(api), enabled: isAdmin });
  const differing = useQuery({ ...usageFaultsQuery(api), enabled: isAdmin });
  const requests = useQuery(requestsQuery(api, isAdmin || isManager));
  const sources: Source[] = [
    { name: 'Integrations', query: trouble, isEmpty: trouble.data && trouble.data.count === 0 },
    { name: 'Rejected events', query: rejected, isEmpty: rejected.data && rejected.data.data.length === 0 },
  ];
  if (isAdmin)
    sources.push(
      { name: 'Dead letters', query: letters, isEmpty: letters.data && letters.data.length === 0 },
      { name: 'Usage', query: differing, isEmpty: differing.data && differing.data.length === 0 },
    );
  if (isAdmin || isManager)
    sources.push({ name: 'Requests to join', query: requests, isEmpty: requests.data && requests.data.count === 0 });
  return {
    sources,
    standing: trouble.data && standingOf(trouble.data),
    rejected: rejected.data?.data ?? [],
    letters: letters.data ?? [],
    differing: differing.data ?? [],
    requests: requests.data,
  };
};

type CalmProps = { isClear: boolean; failures: number | undefined; period: Period; isMember: boolean };

/** The text shown if there are no current problems. It has a tick only if no events failed in the selected period. */
const Calm = ({ isClear, failures, period, isMember }: CalmProps) => (
  <p className={styles.nothing}>
    {isClear && <Icon of={CircleCheck} />}
    <span>
      {isMember ? 'There are no problems now.' : 'No event was rejected in the last 24 h.'}
      {failures !== undefined && failures > 0 && (
        <>
          {' '}
          <a className={textLink} href={failuresHref(period)}>
            {counted(failures, 'event')} failed in the last {periodText(period)}
          </a>
        </>
      )}
    </span>
  </p>
);

type WrongNowProps = {
  viewer: Viewer;
  /** Whether the viewer may see failing and silent integrations. Publishers see only rejected events. */
  isMember: boolean;
  period: Period;
  trend: EventTrend | undefined;
};

export const WrongNow = ({ viewer, isMember, period, trend }: WrongNowProps) => {
  const { sources, standing, rejected, letters, differing, requests } = useSources(viewer);
  const all = standing?.rows ?? [];
  const rows = all.filter(({ level }) => level !== 'recovering');
  const recent = all.filter(({ level }) => level === 'recovering').slice(0, MAX_LISTED);
  const isOwnerShown = viewer.isAdmin || new Set(all.map(({ organizationId }) => organizationId)).size > 1;
  const listed = rows.slice(0, MAX_LISTED);
  const moreRows = (standing?.more ?? 0) + rows.length - listed.length;
  const waiting = requests?.data ?? [];
  const moreRequests = (requests?.count ?? 0) - waiting.length;
  const failed = sources.filter(({ query }) => query.isError);
  const isWaiting = sources.some(({ query }) => query.isPending && !query.isError);
  const isEmpty =
    rows.length === 0 && sources.every(({ name, isEmpty: none }) => none === true || name === 'Integrations');
  const failures = trend?.counts.failure;
  const isClear = isAllClear(
    sources.map(({ isEmpty: none, query }) => ({ isEmpty: none, isError: query.isError })),
    failures,
  );
  return (
    <section className={styles.panel} aria-labelledby="wrong-now" aria-busy={isWaiting}>
      <SectionHeader heading="Current problems" id="wrong-now" />
      <ul>
        {listed.map((one) => (
          <TroubleLine key={one.integrationId} trouble={one} {...{ viewer, isOwnerShown }} />
        ))}
        {moreRows > 0 && <MoreLine title={`${formatNumber(moreRows)} more integrations`} href={episodesHref()} />}
        {rejected.slice(0, MAX_LISTED).map((one) => (
          <RejectedLine key={one.integration_id ?? 0} rejected={one} viewer={viewer} />
        ))}
        {rejected.length > MAX_LISTED && (
          <MoreLine title={`Rejected events of ${formatNumber(rejected.length - MAX_LISTED)} more integrations`} />
        )}
        {letters.map((one) => (
          <LettersLine key={one.service} letters={one} />
        ))}
        {differing.slice(0, MAX_LISTED).map((one) => (
          <UsageFaultLine key={JSON.stringify(one)} fault={one} />
        ))}
        {differing.length > MAX_LISTED && (
          <MoreLine
            title={`${formatNumber(differing.length - MAX_LISTED)} more usage differences`}
            href={USAGE_FAULTS_HREF}
          />
        )}
        {waiting.map((one) => (
          <RequestLine key={`${one.organization.id} ${one.user?.id} ${one.requestedAt}`} request={one} />
        ))}
        {moreRequests > 0 && (
          <MoreLine
            title={`${formatNumber(moreRequests)} more people ask to join`}
            {...(viewer.isAdmin && { href: '/admin/organizations' })}
          />
        )}
      </ul>
      {isWaiting && <Skeleton height="2.5rem" />}
      {failed.map(({ name, query }) => (
        <LoadFailure key={name} isInside level={2} title={`${name} could not be loaded`} query={query} />
      ))}
      {isEmpty && !isWaiting && failed.length === 0 && <Calm {...{ isClear, failures, period, isMember }} />}
      {recent.length > 0 && (
        <>
          <h3 className={styles.recently}>Recently</h3>
          <ul>
            {recent.map((one) => (
              <TroubleLine key={one.integrationId} trouble={one} {...{ viewer, isOwnerShown }} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
