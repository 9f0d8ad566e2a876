import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import type { MaintenanceNow } from '@portico/contracts/http/maintenance';
import { Badge, formatTime } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useNow } from '../health/ago.tsx';
import { currentMaintenanceQuery } from './maintenance.queries.ts';

const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const untilText = (until: string, now: number): string =>
  new Date(until).toDateString() === new Date(now).toDateString()
    ? timeOfDay.format(new Date(until))
    : formatTime(until, 'local', 'short');

export const MaintenanceMark = ({ maintenance: { until, reason } }: { maintenance: MaintenanceNow }) => {
  const now = useNow();
  return (
    <span title={reason}>
      <Badge icon={Wrench}>Maintenance until {untilText(until, now)}</Badge>
    </span>
  );
};

/** Hidden if the integration is not in maintenance. */
export const MaintenanceOf = ({ integration }: { integration: number }) => {
  const api = useApi();
  const windows = useQuery(currentMaintenanceQuery(api, integration)).data?.data ?? [];
  const [last] = windows
    .flatMap(({ next, reason }) => next.slice(0, 1).map(({ to: until }) => ({ until, reason })))
    .toSorted((one, other) => Date.parse(other.until) - Date.parse(one.until));
  return last === undefined ? null : (
    <p style={{ margin: 0 }}>
      <MaintenanceMark maintenance={last} />
    </p>
  );
};
