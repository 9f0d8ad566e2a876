import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listIntegrationHealth, MAX_HEALTH_IDS, type Results } from '@portico/contracts/http/event-health';
import { eventHistogram, listEvents } from '@portico/contracts/http/events';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { Card, counted, formatNumber, Note, SectionHeader, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { eventsHref, integrationHref } from '../../shared/health/hrefs.ts';
import { percentText, shareOf, sumOf, totalOf } from '../../shared/health/period.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import * as styles from './last-day.css.ts';
import { quiet } from '../../api/calls.ts';

const HOUR = 3_600_000;
const HOURS = 24;
const MAX_INTEGRATIONS = 8;
/** Share of failed events from which an hour counts as bad. */
const BAD_RATIO = 0.2;
const REFRESH_MS = 60_000;

type Day = { key: string; name: string; href: string; hours: readonly Results[] };

const worst = ({ hours }: Day): number => shareOf(sumOf(hours)) ?? 0;

/** Administrators see all integrations. */
const lastDayQuery = (api: ApiClient, isAdmin: boolean, organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['overview', 'last day', isAdmin, organizations],
    queryFn: async ({ signal }): Promise<{ days: Day[]; count: number }> => {
      if (isAdmin) {
        const { data, count } = await api.call(listIntegrations, { query: { limit: MAX_HEALTH_IDS }, signal });
        if (data.length === 0) return { days: [], count };
        const health = await api.call(listIntegrationHealth, { query: { ids: data.map(({ id }) => id) }, signal });
        const names = new Map(data.map(({ id, name }) => [id, name]));
        const days = health.data.map(({ integration_id: id, hours }) => ({
          key: String(id),
          name: names.get(id) ?? String(id),
          href: integrationHref(id),
          hours,
        }));
        return { days: days.toSorted((one, other) => worst(other) - worst(one)), count };
      }
      const scope = organizations.length > 0 ? { organizations: [...organizations] } : {};
      const { integrations, integrationCount } = await api.call(listEvents, { query: { ...scope, limit: 1 }, signal });
      const end = Math.ceil(serverNow() / HOUR) * HOUR;
      const times = { from: new Date(end - HOURS * HOUR).toISOString(), to: new Date(end).toISOString() };
      const days = integrations.slice(0, MAX_INTEGRATIONS).map(async (name) => {
        const query = { ...scope, ...times, integration: name, buckets: HOURS };
        const { buckets } = await api.call(eventHistogram, { query, signal });
        return { key: name, name, href: eventsHref({ name, organizationId: null }, { range: '24h' }), hours: buckets };
      });
      return { days: await Promise.all(days), count: integrationCount };
    },
    ...quiet(REFRESH_MS),
  });

const stateOf = (hour: Results): 'none' | 'good' | 'some' | 'bad' => {
  const share = shareOf(hour);
  if (share === null) return 'none';
  return share === 0 ? 'good' : share < BAD_RATIO ? 'some' : 'bad';
};

const wordsOf = ({ name, hours }: Day): string => {
  const sum = sumOf(hours);
  const total = totalOf(sum);
  if (total === 0) return `${name}: no events in the last 24 hours`;
  const failed = hours.filter((one) => one.failure > 0).length;
  const events = counted(total, 'event');
  return `${name}: ${events} in the last 24 hours, ${formatNumber(sum.failure)} failed in ${failed} of ${hours.length} hours`;
};

const DayBar = ({ day }: { day: Day }) => {
  const share = shareOf(sumOf(day.hours));
  const text = share === null ? 'No events' : share === 0 ? 'None failed' : `${percentText(share)} failed`;
  return (
    <div className={styles.row}>
      <a className={styles.name} href={day.href}>
        {day.name}
      </a>
      <figure className={styles.bar} aria-label={wordsOf(day)} title={wordsOf(day)}>
        {day.hours.map((hour, place) => (
          <span key={place} className={styles.hour} data-state={stateOf(hour)} />
        ))}
      </figure>
      <span className={styles.share}>{text}</span>
    </div>
  );
};

type LastDayProps = { isAdmin: boolean; organizations: readonly number[] };

/** Hidden if there are no integrations. */
export const LastDay = ({ isAdmin, organizations }: LastDayProps) => {
  const { data } = useQuery(lastDayQuery(useApi(), isAdmin, organizations));
  if (data === undefined || data.days.length === 0) return null;
  const more = data.count - Math.min(MAX_INTEGRATIONS, data.days.length);
  return (
    <section aria-labelledby="last-day">
      <Card>
        <SectionHeader heading="The last 24 hours" id="last-day" />
        <Stack gap={2}>
          {data.days.slice(0, MAX_INTEGRATIONS).map((day) => (
            <DayBar key={day.key} day={day} />
          ))}
        </Stack>
        {more > 0 && (
          <Note>
            {formatNumber(more)} more {more === 1 ? 'integration' : 'integrations'}
            {isAdmin && ' with fewer failures'}
          </Note>
        )}
      </Card>
    </section>
  );
};
