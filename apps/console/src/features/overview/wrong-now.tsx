import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ShieldAlert, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failing, RejectedLately } from '@portico/contracts/http/event-health';
import type { JoinRequest } from '@portico/contracts/http/orgs';
import { formatNumber, formatTime, Icon, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { Ago } from '../../shared/health/ago.tsx';
import { eventsHref, integrationHref, organizationsHref, rejectedHref } from '../../shared/health/hrefs.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { problemsQuery, requestsQuery } from './overview.queries.ts';
import * as styles from './wrong-now.css.ts';

type ProblemProps = {
  icon: LucideIcon;
  href: string;
  title: string;
  /** Somebody waits; nothing is broken. */
  isWaiting?: boolean;
  children: ReactNode;
};

const Problem = ({ icon, href, title, isWaiting = false, children }: ProblemProps) => (
  <li className={styles.item}>
    <a className={styles.link} href={href}>
      <span className={styles.picture} {...(isWaiting && { 'data-waiting': true })}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.since}>{children}</span>
      </span>
    </a>
  </li>
);

const ownerOf = (organization: string | null): string => (organization === null ? '' : ` of ${organization}`);

const FailingProblem = ({ failing, isAdmin }: { failing: Failing; isAdmin: boolean }) => {
  const { integration_id, integration, organization, organization_id, count, since, isLonger, event_name } = failing;
  const named = { name: integration, organizationId: organization_id };
  return (
    <Problem
      icon={CircleAlert}
      href={isAdmin ? integrationHref(integration_id) : eventsHref(named, { status: 'FAILURE' })}
      title={`The last ${formatNumber(count)} events of ${integration}${ownerOf(organization)} failed`}
    >
      {isLonger ? `Since before ${formatTime(since, 'local', 'short')}` : <Since at={since} />}
      {event_name !== null && `, the newest is ${event_name}`}
    </Problem>
  );
};

const Since = ({ at }: { at: string }) => (
  <>
    Since {formatTime(at, 'local', 'short')} (<Ago at={at} />)
  </>
);

const RejectedProblem = ({ rejected }: { rejected: RejectedLately }) => {
  const { integration_id, integration, organization, count, since, last_at } = rejected;
  const name = integration_id === null ? 'no known integration' : (integration ?? `integration ${integration_id}`);
  return (
    <Problem
      icon={ShieldAlert}
      href={rejectedHref(integration_id)}
      title={`${formatNumber(count)} ${count === 1 ? 'event' : 'events'} of ${name}${ownerOf(organization)} ${count === 1 ? 'was' : 'were'} rejected`}
    >
      <Since at={since} />, the last <Ago at={last_at} />
    </Problem>
  );
};

const RequestProblem = ({ request: { user, organization, requestedAt } }: { request: JoinRequest }) => (
  <Problem
    icon={UserPlus}
    isWaiting
    href={organizationsHref(organization.name)}
    title={`${user?.name ?? 'Somebody'} asks to join ${organization.name}`}
  >
    <Since at={requestedAt} />
  </Problem>
);

/** What needs somebody now, each with since when and the way to it. */
export const WrongNow = ({ isAdmin }: { isAdmin: boolean }) => {
  const api = useApi();
  const query = useQuery(problemsQuery(api));
  const requests = useQuery(requestsQuery(api, isAdmin));
  const { data } = query;
  const waiting = requests.data?.data ?? [];
  const more = (requests.data?.count ?? 0) - waiting.length;
  const isKnown = data !== undefined && !requests.isLoading;
  const failed = [query, requests].find(({ isError, data: known }) => isError && known === undefined);
  return (
    <section className={styles.panel} aria-labelledby="wrong-now" aria-busy={!isKnown && !failed}>
      <h2 id="wrong-now" className={styles.heading}>
        What is wrong now
      </h2>
      {failed && <LoadFailure isInside level={2} title="What is wrong could not be loaded" query={failed} />}
      {!isKnown && !failed && <Skeleton height="2.5rem" />}
      {data && (
        <ul className={styles.list}>
          {data.failing.map((one) => (
            <FailingProblem key={one.integration_id} failing={one} isAdmin={isAdmin} />
          ))}
          {data.rejected.map((one) => (
            <RejectedProblem key={one.integration_id ?? 0} rejected={one} />
          ))}
          {waiting.map((one) => (
            <RequestProblem key={`${one.organization.id} ${one.user?.id} ${one.requestedAt}`} request={one} />
          ))}
          {more > 0 && (
            <Problem
              icon={UserPlus}
              isWaiting
              href="/admin/organizations"
              title={`${formatNumber(more)} more ask to join`}
            >
              Newer than these
            </Problem>
          )}
        </ul>
      )}
      {isKnown && !failed && data.failing.length + data.rejected.length + waiting.length === 0 && (
        <p className={styles.nothing}>
          <Icon of={CircleCheck} />
          Nothing in the last 24 hours.
        </p>
      )}
    </section>
  );
};
