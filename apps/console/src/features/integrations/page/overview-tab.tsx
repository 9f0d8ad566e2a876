import { useQuery } from '@tanstack/react-query';
import { Activity, CircleAlert, ShieldAlert, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { IntegrationOverview, Period } from '@portico/contracts/http/event-health';
import type { EventHistogram } from '@portico/contracts/http/events';
import type { Integration } from '@portico/contracts/http/integrations';
import { formatDuration, formatNumber, Part, Segments } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Change } from '../../../shared/health/change.tsx';
import { FigureCard, FigureCards } from '../../../shared/health/figure-card.tsx';
import { PERIOD_CHOICES } from '../../../shared/health/period-choices.ts';
import { percentText, periodText, shareOf, totalOf } from '../../../shared/health/period.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { integrationOverviewQuery } from '../health.queries.ts';
import * as styles from './page.css.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref } from '../../../shared/health/hrefs.ts';

type FailingNamesProps = {
  failing: IntegrationOverview['failing'];
  integration: Integration;
  period: Period;
};

/** The event names with the most failures, each with its newest message and a link to its failures in the list of events. */
const FailingNames = ({ failing, integration, period }: FailingNamesProps) => (
  <section className={styles.panel} aria-labelledby="failing-names">
    <h2 id="failing-names" className={styles.title}>
      Events with the most failures
    </h2>
    {failing.length === 0 ? (
      <p className={styles.nothing}>No event failed in this period.</p>
    ) : (
      <ol className={styles.list}>
        {failing.map(({ event_name, count, newest }) => (
          <li key={event_name} className={styles.item}>
            <a
              className={styles.link}
              href={eventsHref(integration, { status: 'FAILURE', event: event_name, range: period })}
            >
              {event_name}
            </a>
            <span className={styles.count}>{formatNumber(count)}</span>
            <span className={styles.message}>{newest.message}</span>
            <span className={styles.ago}>
              <Ago at={newest.timestamp} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

const shareText = (overview: IntegrationOverview): string => {
  const share = shareOf(overview.counts);
  return share === null ? '–' : percentText(share);
};

const Figures = ({ overview, period }: { overview: IntegrationOverview | undefined; period: Period }) => {
  const text = periodText(period);
  const delay = overview?.delay;
  return (
    <FigureCards isBusy={overview === undefined}>
      <FigureCard
        name="Events"
        icon={Activity}
        value={overview && formatNumber(totalOf(overview.counts))}
        note={overview && <Change now={totalOf(overview.counts)} before={totalOf(overview.before)} period={text} />}
      />
      <FigureCard
        name="Failures"
        icon={CircleAlert}
        value={overview && shareText(overview)}
        isBad={(overview?.counts.failure ?? 0) > 0}
        note={
          overview && (
            <Change now={shareOf(overview.counts)} before={shareOf(overview.before)} period={text} isBad isShare />
          )
        }
      />
      <FigureCard
        name="Rejected"
        icon={ShieldAlert}
        value={overview && formatNumber(overview.rejected.count)}
        isBad={(overview?.rejected.count ?? 0) > 0}
        note={
          overview && <Change now={overview.rejected.count} before={overview.rejected.before} period={text} isBad />
        }
      />
      <FigureCard
        name="Median delay"
        icon={Timer}
        value={overview && (delay ? formatDuration(delay.p50) : '–')}
        note={delay ? `95% within ${formatDuration(delay.p95)}` : 'Not known'}
      />
    </FigureCards>
  );
};

type OverviewTabProps = {
  integration: Integration;
  period: Period;
  onPeriodChange: (period: Period) => void;
  overTime: (histogram: EventHistogram, integration: Integration) => ReactNode;
  silence: ReactNode;
};

/** An integration's health in a period that ends now. */
export const OverviewTab = ({ integration, period, onPeriodChange, overTime, silence }: OverviewTabProps) => {
  const api = useApi();
  const query = useQuery(integrationOverviewQuery(api, integration.id, period));
  const { data } = query;
  if (query.isError && data === undefined)
    return <LoadFailure title="The overview could not be loaded" query={query} />;
  return (
    <div className={styles.stack} {...(query.isPlaceholderData && { 'data-stale': true })}>
      <div>
        <Segments label="Period" options={PERIOD_CHOICES} value={period} onChange={onPeriodChange} />
      </div>
      <Part>
        <Figures overview={data} period={period} />
      </Part>
      {data && <Part>{overTime(data.overTime, integration)}</Part>}
      {data && <Part>{silence}</Part>}
      {data && (
        <Part>
          <FailingNames failing={data.failing} integration={integration} period={period} />
        </Part>
      )}
    </div>
  );
};
