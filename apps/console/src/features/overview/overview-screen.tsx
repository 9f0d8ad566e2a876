import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Period } from '@portico/contracts/http/event-health';
import { Part, Screen, SectionHeader, Segments } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { DEFAULT_PERIOD, PERIOD_CHOICES } from '../../shared/health/period-choices.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Counts } from './counts.tsx';
import { LastDay } from './last-day.tsx';
import type { Viewer } from './lines.tsx';
import { overviewQuery, trendQuery, useGrants } from './overview.queries.ts';
import { OwnGrants } from './own-grants.tsx';
import { WrongNow } from './wrong-now.tsx';

const NONE: readonly number[] = [];

export type OverviewScreenProps = {
  productName: string;
  viewer: Viewer;
  /** Whether the viewer sees integrations, as a member or an administrator. */
  isMember: boolean;
  /** The viewer's selected organizations; empty for all. */
  organizations: readonly number[];
  /** A link to the products, for an organization without any. */
  children?: ReactNode;
};

/** The overview: what is wrong, in numbers, and the grants of the viewer's organizations. */
export const OverviewScreen = ({ productName, viewer, isMember, organizations, children }: OverviewScreenProps) => {
  const api = useApi();
  const query = useQuery(overviewQuery(api, viewer.isAdmin, organizations));
  const { data } = query;
  const [period, setPeriod] = useState<Period>(DEFAULT_PERIOD);
  const trend = useQuery(trendQuery(api, period, organizations)).data;
  const grants = useGrants(data?.own ?? NONE);
  return (
    <Screen heading={productName}>
      {query.isError && data === undefined ? (
        <LoadFailure title="The overview could not be loaded" query={query} />
      ) : (
        <>
          <Part>
            <WrongNow {...{ viewer, isMember, period, trend }} />
          </Part>
          <Part>
            <LastDay isAdmin={viewer.isAdmin} organizations={organizations} />
          </Part>
          <SectionHeader
            heading="In numbers"
            tools={<Segments label="Period" options={PERIOD_CHOICES} value={period} onChange={setPeriod} />}
          />
          <Part>
            <Counts overview={data} grants={data && grants} {...{ trend, period }} />
          </Part>
          {data && grants && (
            <Part>
              <OwnGrants organizations={grants} mayManage={viewer.isManager}>
                {children}
              </OwnGrants>
            </Part>
          )}
        </>
      )}
    </Screen>
  );
};
