import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiClient } from '@portico/api-client';
import { Screen } from '@portico/ui';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Counts } from './counts.tsx';
import { overviewQuery, useGrants } from './overview.queries.ts';
import { OwnGrants } from './own-grants.tsx';

const NONE: readonly number[] = [];

export type OverviewScreenProps = {
  api: ApiClient;
  productName: string;
  isAdmin: boolean;
  /** Organizations to which the viewer has narrowed their view; none for all. */
  organizations: readonly number[];
  /** A way to the products, for an organization that has none. */
  children?: ReactNode;
};

/** The product as far as the viewer may see it: in numbers, and what their organizations have. */
export const OverviewScreen = ({ api, productName, isAdmin, organizations, children }: OverviewScreenProps) => {
  const query = useQuery(overviewQuery(api, isAdmin, organizations));
  const { data } = query;
  const grants = useGrants(api, data?.own ?? NONE);
  return (
    <Screen heading={productName}>
      {query.isError && data === undefined ? (
        <LoadFailure title="The overview could not be loaded" query={query} />
      ) : (
        <>
          <Counts overview={data} grants={data && grants} />
          {data && grants && <OwnGrants organizations={grants}>{children}</OwnGrants>}
        </>
      )}
    </Screen>
  );
};
