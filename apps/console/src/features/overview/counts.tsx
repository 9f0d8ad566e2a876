import { Activity, Building2, CircleAlert, Gauge, Package, Plug, type LucideIcon } from 'lucide-react';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { formatNumber, Icon, Skeleton } from '@portico/ui';
import { sumOfEntitlements, type Overview } from './overview.queries.ts';
import * as styles from './overview-screen.css.ts';

type CountCardProps = { name: string; icon: LucideIcon; value: string | undefined; isBad?: boolean };

const CountCard = ({ name, icon, value, isBad = false }: CountCardProps) => (
  <div className={styles.card}>
    <dd className={styles.count} {...(isBad && { 'data-tone': 'danger' })}>
      {value ?? <Skeleton width="5rem" height="1.75rem" />}
    </dd>
    <dt className={styles.name}>
      <Icon of={icon} />
      {name}
    </dt>
  </div>
);

const usageOf = (organizations: readonly OrganizationDetail[]): string => {
  const { used, allowed } = sumOfEntitlements(organizations);
  return `${formatNumber(used)} of ${formatNumber(allowed)}`;
};

const productsOf = (organizations: readonly OrganizationDetail[]): string =>
  formatNumber(organizations.flatMap((one) => one.organizationProducts.filter(({ active }) => active)).length);

export type CountsProps = { overview: Overview | undefined; grants: readonly OrganizationDetail[] | undefined };

/** How much there is of everything; what is not active does not count. */
export const Counts = ({ overview, grants }: CountsProps) => {
  const count = (name: 'integrations' | 'organizations' | 'events' | 'failures') =>
    overview && formatNumber(overview[name]);
  return (
    <dl className={styles.grid} aria-busy={overview === undefined || grants === undefined}>
      <CountCard name="Products" icon={Package} value={grants && productsOf(grants)} />
      <CountCard name="Entitlements" icon={Gauge} value={grants && usageOf(grants)} />
      <CountCard name="Integrations" icon={Plug} value={count('integrations')} />
      <CountCard name="Organizations" icon={Building2} value={count('organizations')} />
      <CountCard name="Events" icon={Activity} value={count('events')} />
      <CountCard name="Failures" icon={CircleAlert} value={count('failures')} isBad={(overview?.failures ?? 0) > 0} />
    </dl>
  );
};
