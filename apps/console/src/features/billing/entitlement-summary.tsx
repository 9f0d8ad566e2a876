import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { formatNumber, Icon } from '@portico/ui';
import * as styles from './billing.css.ts';

const textOf = (entitlements: readonly OrganizationEntitlement[]): string => {
  const { length } = entitlements.filter((row) => row.active);
  return `${formatNumber(length)} ${length === 1 ? 'entitlement' : 'entitlements'} active.`;
};

export type EntitlementSummaryProps = {
  entitlements: readonly OrganizationEntitlement[];
  /** The way to all of them. */
  children: ReactNode;
};

/** The number of active entitlements, and the link to them. */
export const EntitlementSummary = ({ entitlements, children }: EntitlementSummaryProps) => (
  <section className={styles.part} aria-labelledby="billing-entitlements">
    <h2 id="billing-entitlements" className={styles.partHeading}>
      Entitlements
    </h2>
    <div className={styles.summary}>
      <span className={styles.picture}>
        <Icon of={Gauge} size="lg" />
      </span>
      <p className={styles.summaryText}>{textOf(entitlements)}</p>
      {children}
    </div>
  </section>
);
