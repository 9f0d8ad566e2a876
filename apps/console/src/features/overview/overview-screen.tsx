import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EventTrend, Period } from '@portico/contracts/http/event-health';
import { Columns, EmptyState, formatNumber, Part, Screen, SectionHeader, Segments, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { DEFAULT_PERIOD, PERIOD_CHOICES } from '../../shared/health/period-choices.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Activity, Building2, CircleAlert, Gauge, Package, PackageOpen, Plug } from 'lucide-react';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { Change } from '../../shared/health/change.tsx';
import { FigureCard, FigureCards } from '../../shared/health/figure-card.tsx';
import { periodText, totalOf } from '../../shared/health/period.ts';
import { LastDay } from './last-day.tsx';
import type { Viewer } from './lines.tsx';
import { type Allowed, allowedOf, type Overview, overviewQuery, trendQuery, useGrants } from './overview.queries.ts';
import { EntitlementList } from '../../shared/purchases/entitlement-list.tsx';
import { ManageProduct } from '../../shared/purchases/manage-product.tsx';
import { ProductList } from '../../shared/purchases/product-list.tsx';
import * as styles from './overview-screen.css.ts';
import { WrongNow } from './wrong-now.tsx';

const hasAny = ({ organizationProducts, organizationEntitlements }: OrganizationDetail): boolean =>
  organizationProducts.length + organizationEntitlements.length > 0;

const Grants = ({ organization, mayManage }: { organization: OrganizationDetail; mayManage: boolean }) => {
  const { id, name, customerId, organizationProducts: products, organizationEntitlements: entitlements } = organization;
  return (
    <section className={styles.organization} aria-labelledby={`grants-${id}`}>
      <h2 id={`grants-${id}`} className={styles.heading}>
        {name}
      </h2>
      <Columns>
        {products.length > 0 && (
          <Stack gap={2}>
            <SectionHeader heading="Products" level={3} />
            <ProductList
              label={`Products of ${name}`}
              products={products}
              {...(mayManage &&
                customerId !== null && {
                  renderAction: ({ product }) => <ManageProduct customerId={customerId} product={product.name} />,
                })}
            />
          </Stack>
        )}
        {entitlements.length > 0 && (
          <Stack gap={2}>
            <SectionHeader heading="Entitlements" level={3} />
            <EntitlementList label={`Entitlements of ${name}`} organizationId={id} entitlements={entitlements} />
          </Stack>
        )}
      </Columns>
    </section>
  );
};

type OwnGrantsProps = {
  organizations: readonly OrganizationDetail[];
  mayManage: boolean;
  /** Actions shown if no organization has products or entitlements. */
  children?: ReactNode;
};

/** Omits organizations without products and entitlements. */
const OwnGrants = ({ organizations, mayManage, children }: OwnGrantsProps) => {
  if (organizations.length === 0) return null;
  const withGrants = organizations.filter(hasAny);
  if (withGrants.length > 0)
    return withGrants.map((one) => <Grants key={one.id} organization={one} mayManage={mayManage} />);
  return (
    <EmptyState isFramed level={2} icon={PackageOpen} title="No products yet" text="Products that you buy appear here.">
      {children}
    </EmptyState>
  );
};

const productsOf = (organizations: readonly OrganizationDetail[]): string =>
  formatNumber(organizations.flatMap((one) => one.organizationProducts.filter(({ active }) => active)).length);

/** Describes allowed counts: `10 Bank accounts, 3 Scanners`. */
const allowedText = (allowed: readonly Allowed[]): string =>
  allowed.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(', ') || 'None allowed';

type CountsProps = {
  overview: Overview | undefined;
  grants: readonly OrganizationDetail[] | undefined;
  trend: EventTrend | undefined;
  period: Period;
};

const Counts = ({ overview, grants, trend, period }: CountsProps) => {
  const count = (name: 'integrations' | 'organizations') => overview && formatNumber(overview[name]);
  const failures = trend?.counts.failure;
  const text = periodText(period);
  return (
    <FigureCards isBusy={overview === undefined || grants === undefined}>
      <FigureCard name="Products" icon={Package} value={grants && productsOf(grants)} note="Active now" />
      <FigureCard
        name="Entitlements"
        icon={Gauge}
        value={grants && formatNumber(allowedOf(grants).length)}
        note={grants && allowedText(allowedOf(grants))}
      />
      <FigureCard name="Integrations" icon={Plug} value={count('integrations')} note="Now" />
      <FigureCard name="Organizations" icon={Building2} value={count('organizations')} note="Now" />
      <FigureCard
        name="Events"
        icon={Activity}
        value={trend && formatNumber(totalOf(trend.counts))}
        note={trend && <Change now={totalOf(trend.counts)} before={totalOf(trend.before)} period={text} />}
      />
      <FigureCard
        name="Failures"
        icon={CircleAlert}
        value={failures === undefined ? undefined : formatNumber(failures)}
        isBad={(failures ?? 0) > 0}
        note={trend && <Change now={trend.counts.failure} before={trend.before.failure} period={text} isBad />}
      />
    </FigureCards>
  );
};

const NO_IDS: readonly number[] = [];

export type OverviewScreenProps = {
  productName: string;
  viewer: Viewer;
  /** Whether the viewer may see integrations, as a member of an organization or as an administrator. */
  isMember: boolean;
  /** The viewer's selected organizations; empty for all. */
  organizations: readonly number[];
  children?: ReactNode;
};

export const OverviewScreen = ({ productName, viewer, isMember, organizations, children }: OverviewScreenProps) => {
  const api = useApi();
  const query = useQuery(overviewQuery(api, viewer.isAdmin, organizations));
  const { data } = query;
  const [period, setPeriod] = useState<Period>(DEFAULT_PERIOD);
  const trend = useQuery(trendQuery(api, period, organizations)).data;
  const grants = useGrants(data?.own ?? NO_IDS);
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
            heading="Key figures"
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
