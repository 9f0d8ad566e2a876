import { useQuery } from '@tanstack/react-query';
import { Activity, Building2, CircleAlert, CloudOff, Gauge, Package, Plug, type LucideIcon } from 'lucide-react';
import { errorText, type ApiClient } from '@portico/api-client';
import { Button, EmptyState, formatNumber, Icon, Skeleton } from '@portico/ui';
import { overviewQuery, type Overview } from './overview.queries.ts';
import * as styles from './overview-screen.css.ts';

type Count = { name: string; icon: LucideIcon; of: (overview: Overview) => string };
const COUNTS: readonly Count[] = [
  { name: 'Products', icon: Package, of: ({ products }) => formatNumber(products) },
  {
    name: 'Entitlements',
    icon: Gauge,
    of: ({ entitlements: { used, allowed } }) => `${formatNumber(used)} of ${formatNumber(allowed)}`,
  },
  { name: 'Integrations', icon: Plug, of: ({ integrations }) => formatNumber(integrations) },
  { name: 'Organizations', icon: Building2, of: ({ organizations }) => formatNumber(organizations) },
  { name: 'Events', icon: Activity, of: ({ events }) => formatNumber(events) },
  { name: 'Failures', icon: CircleAlert, of: ({ failures }) => formatNumber(failures) },
];

const CountCard = ({
  name,
  icon,
  value,
  isBad,
}: {
  name: string;
  icon: LucideIcon;
  value: string | undefined;
  isBad: boolean;
}) => (
  <div className={styles.card}>
    <dd className={styles.count} {...(isBad && { 'data-tone': 'danger' })}>
      {value === undefined ? <Skeleton width="5rem" height="1.75rem" /> : value}
    </dd>
    <dt className={styles.name}>
      <Icon of={icon} />
      {name}
    </dt>
  </div>
);

export type OverviewScreenProps = {
  api: ApiClient;
  productName: string;
  isAdmin: boolean;
  /** Organizations to which the viewer has narrowed their view; none for all. */
  organizations: readonly number[];
};

/** The product in numbers, as far as the viewer may see it. */
export const OverviewScreen = ({ api, productName, isAdmin, organizations }: OverviewScreenProps) => {
  const { data, isError, error, isFetching, refetch } = useQuery(overviewQuery(api, isAdmin, organizations));
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
        <dl className={styles.grid} aria-busy={data === undefined}>
          {COUNTS.map(({ name, icon, of }) => (
            <CountCard
              key={name}
              name={name}
              icon={icon}
              value={data && of(data)}
              isBad={name === 'Failures' && (data?.failures ?? 0) > 0}
            />
          ))}
        </dl>
      )}
    </section>
  );
};
