import { useQuery } from '@tanstack/react-query';
import type { InvoicedUsage as Line } from '@portico/contracts/http/organization-billing';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import { useApi } from '../../api/use-api.ts';
import { evidenceHref } from '../../shared/health/hrefs.ts';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';
import { amountText, usageQuery } from '../../shared/purchases/usage.ts';
import * as styles from './organization-billing.css.ts';
import { dayIn } from './words.ts';

/** Limits a period's events to the time of an invoice line, because Stripe's billing month may begin on another day than the period. */
const withinLine = ({ evidence, organizationId, ...period }: UsagePeriod, line: Line) => ({
  organizationId,
  evidence: [
    evidence,
    ...(line.startsAt > period.startsAt ? [`arrived:>=${line.startsAt}`] : []),
    ...(line.endsAt < period.endsAt ? [`arrived:<${line.endsAt}`] : []),
  ].join(' '),
});

type InvoicedUsageProps = { organizationId: number; lines: readonly Line[] };

/** Lists the usage lines of an invoice, each with links to the events of its periods. */
export const InvoicedUsage = ({ organizationId, lines }: InvoicedUsageProps) => {
  const api = useApi();
  const periods = useQuery(usageQuery(api, organizationId)).data?.data;
  const entitlements = useQuery(grantsQuery(api, organizationId)).data?.organizationEntitlements;
  return lines.map((line) => {
    const { lookupKey, quantity, periods: ids, startsAt } = line;
    const known = entitlements?.find(({ entitlement }) => entitlement.lookupKey === lookupKey);
    const name = known?.entitlement.name ?? lookupKey;
    return (
      <p key={`${lookupKey} ${startsAt}`} className={styles.detail}>
        {amountText(String(quantity))} used of {name}
        {periods
          ?.filter(({ id }) => ids.includes(id))
          .map((period) => (
            <a
              key={period.id}
              className={styles.link}
              href={evidenceHref(withinLine(period, line))}
              aria-label={`Show events of ${name} since ${dayIn(period.timeZone, period.startsAt)}`}
            >
              Show events
            </a>
          ))}
      </p>
    );
  });
};
