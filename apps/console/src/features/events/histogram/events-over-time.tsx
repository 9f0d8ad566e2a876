import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { TimeZone } from '@portico/ui';
import { since, type Arrived } from '../arrived.ts';
import { histogramQuery } from '../events.queries.ts';
import type { EventsSearch } from '../events-search.ts';
import { Histogram } from './histogram.tsx';
import { countInto } from './live-histogram.ts';
import * as styles from './histogram.css.ts';

export type EventsOverTimeProps = {
  api: ApiClient;
  search: EventsSearch;
  zone: TimeZone;
  organizations: readonly number[];
  arrived: readonly Arrived[];
  onRange: (from: string, to: string) => void;
};

/** The histogram of what is asked for, live rows included; nothing where it cannot be counted. */
export const EventsOverTime = ({ api, search, zone, organizations, arrived, onRange }: EventsOverTimeProps) => {
  const query = useQuery(histogramQuery(api, search, organizations));
  const { data, dataUpdatedAt, isError, isPlaceholderData } = query;
  const histogram = useMemo(
    () => data && countInto(data, since(arrived, dataUpdatedAt)),
    [data, dataUpdatedAt, arrived],
  );
  if (histogram === undefined) return isError ? null : <div className={styles.waiting} />;
  return <Histogram histogram={histogram} zone={zone} isBusy={isPlaceholderData} onRange={onRange} />;
};
