import type { ReactNode } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import { Badge, formatNumber } from '@portico/ui';
import * as styles from './grants.css.ts';

export type EntitlementListProps = {
  /** Accessible name of the list. */
  label: string;
  entitlements: readonly OrganizationEntitlement[];
  /** Stands at the end of a row. */
  renderAction?: (entitlement: OrganizationEntitlement) => ReactNode;
};

/** Entitlements of an organization and the allowed count of each. The used count is not shown: nothing counts usage yet. */
export const EntitlementList = ({ label, entitlements, renderAction }: EntitlementListProps) => (
  <ul className={styles.list} aria-label={label}>
    {entitlements.map((row) => {
      const { entitlement, allowedCount, active } = row;
      return (
        <li key={row.id} className={styles.entitlement} {...(!active && { 'data-inactive': true })}>
          <div className={styles.text}>
            <p className={styles.title}>
              <span className={styles.name}>{entitlement.name}</span>
              {!active && <Badge>inactive</Badge>}
            </p>
            {entitlement.description !== null && <p className={styles.detail}>{entitlement.description}</p>}
          </div>
          <p className={styles.amount}>{formatNumber(allowedCount)} allowed</p>
          {renderAction && <div className={styles.action}>{renderAction(row)}</div>}
        </li>
      );
    })}
  </ul>
);
