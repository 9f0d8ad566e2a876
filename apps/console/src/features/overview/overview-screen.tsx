import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import { Button, EmptyState } from '@portico/ui';
import { Counts } from './counts.tsx';
import { overviewQuery, useGrants } from './overview.queries.ts';
import { OwnGrants } from './own-grants.tsx';
import * as styles from './overview-screen.css.ts';

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
  const { data, isError, error, isFetching, refetch } = useQuery(overviewQuery(api, isAdmin, organizations));
  const grants = useGrants(api, data?.own ?? NONE);
  return (
    <section className={styles.screen} aria-labelledby="overview-heading">
      <h1 id="overview-heading" className={styles.heading}>
        {productName}
      </h1>
      {isError && data === undefined ? (
        <EmptyState
          isFramed
          icon={CloudOff}
          tone="danger"
          title="The overview could not be loaded"
          text={errorText(error)}
        >
          <Button onPress={() => void refetch()} isLoading={isFetching}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <>
          <Counts overview={data} grants={data && grants} />
          {data && grants && <OwnGrants organizations={grants}>{children}</OwnGrants>}
        </>
      )}
    </section>
  );
};
