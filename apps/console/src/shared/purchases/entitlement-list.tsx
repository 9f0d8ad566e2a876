import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import { Badge, formatNumber, List, ListRow, Meter } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { evidenceHref } from '../health/hrefs.ts';
import * as styles from './grants.css.ts';
import { AT_THE_LIMIT, amountText, currentPeriod, OVER_THE_LIMIT, usageQuery } from './usage.ts';

type AmountProps = {
  name: string;
  /** The allowed count, and whether it is a hard limit. Undefined while loading. */
  limit: Pick<OrganizationEntitlement, 'allowedCount' | 'hard'> | undefined;
  period: UsagePeriod | undefined;
};

export const Amount = ({ name, limit, period }: AmountProps) => {
  const { allowedCount, hard } = limit ?? { allowedCount: 0, hard: false };
  const allowed = formatNumber(allowedCount);
  if (period === undefined) return <p className={styles.amount}>{allowed} allowed</p>;
  const used = amountText(period.used);
  return (
    <div className={styles.usage}>
      <p className={styles.amount}>
        <a className={styles.used} href={evidenceHref(period)} aria-label={`${used} used of ${name}, show events`}>
          {used}
        </a>{' '}
        of {allowed}
      </p>
      <Meter label={name} value={Math.max(0, Number(period.used))} max={allowedCount} text={`${used} of ${allowed}`} />
      {hard && <p className={styles.detail}>{Number(period.used) < allowedCount ? AT_THE_LIMIT : OVER_THE_LIMIT}</p>}
    </div>
  );
};

type EntitlementListProps = {
  label: string;
  organizationId: number;
  entitlements: readonly OrganizationEntitlement[];
  renderAction?: (entitlement: OrganizationEntitlement) => ReactNode;
};

export const EntitlementList = ({ label, organizationId, entitlements, renderAction }: EntitlementListProps) => {
  const periods = useQuery(usageQuery(useApi(), organizationId)).data?.data;
  return (
    <List label={label}>
      {entitlements.map((row) => {
        const { entitlement, active } = row;
        const { name, lookupKey, description } = entitlement;
        return (
          <ListRow key={row.id}>
            <div className={styles.entitlement}>
              <div className={styles.text}>
                <p className={styles.title}>
                  <span className={styles.name}>{name}</span>
                  {!active && <Badge>inactive</Badge>}
                </p>
                {description !== null && <p className={styles.detail}>{description}</p>}
              </div>
              <Amount name={name} limit={row} period={currentPeriod(periods, lookupKey)} />
              {renderAction && <div className={styles.action}>{renderAction(row)}</div>}
            </div>
          </ListRow>
        );
      })}
    </List>
  );
};
