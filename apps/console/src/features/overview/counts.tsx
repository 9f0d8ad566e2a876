import { Activity, Building2, CircleAlert, Gauge, Package, Plug } from 'lucide-react';
import type { EventTrend, Period } from '@portico/contracts/http/event-health';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { formatNumber } from '@portico/ui';
import { Change } from '../../shared/health/change.tsx';
import { FigureCard, FigureCards } from '../../shared/health/figure-card.tsx';
import { periodText, totalOf } from '../../shared/health/period.ts';
import { type Allowed, allowedOf, type Overview } from './overview.queries.ts';

const productsOf = (organizations: readonly OrganizationDetail[]): string =>
  formatNumber(organizations.flatMap((one) => one.organizationProducts.filter(({ active }) => active)).length);

/** `10 Bank accounts, 3 Scanners`. */
const allowedText = (allowed: readonly Allowed[]): string =>
  allowed.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(', ') || 'None allowed';

export type CountsProps = {
  overview: Overview | undefined;
  grants: readonly OrganizationDetail[] | undefined;
  trend: EventTrend | undefined;
  period: Period;
};

/** Current totals of active items, and the number of events in the period. */
export const Counts = ({ overview, grants, trend, period }: CountsProps) => {
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
