import type { ReactNode } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { Badge, formatNumber, Meter } from '@portico/ui';
import * as styles from './grants.css.ts';

export type EntitlementListProps = {
  /** Accessible name of the list. */
  label: string;
  entitlements: readonly OrganizationEntitlement[];
  /** Stands at the end of a row. */
  renderAction?: (entitlement: OrganizationEntitlement) => ReactNode;
};

/** Entitlements of an organization: how much of each is used, of how much that is allowed. */
export const EntitlementList = ({ label, entitlements, renderAction }: EntitlementListProps) => (
  <ul className={styles.list} aria-label={label}>
    {entitlements.map((row) => {
      const { entitlement, usedCount, allowedCount, active } = row;
      const used = formatNumber(usedCount);
      const allowed = formatNumber(allowedCount);
      return (
        <li key={row.id} className={styles.entitlement} {...(!active && { 'data-inactive': true })}>
          <div className={styles.text}>
            <p className={styles.title}>
              <span className={styles.name}>{entitlement.name}</span>
              {!active && <Badge>inactive</Badge>}
            </p>
            {entitlement.description !== null && <p className={styles.detail}>{entitlement.description}</p>}
          </div>
          <div className={styles.usage}>
            <p className={styles.amount}>
              <span className={styles.used}>{used}</span> of {allowed}
            </p>
            <Meter label={entitlement.name} value={usedCount} max={allowedCount} text={`${used} of ${allowed}`} />
          </div>
          {renderAction && <div className={styles.action}>{renderAction(row)}</div>}
        </li>
      );
    })}
  </ul>
);
