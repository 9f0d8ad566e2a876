import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { EventRow } from '@portico/contracts/http/events';
import type { TimeZone } from '@portico/ui';
import { histogramQuery } from '../events.queries.ts';
import type { EventsSearch } from '../events-search.ts';
import { rowsAfter } from '../live-list.ts';
import { Histogram } from './histogram.tsx';
import { countInto } from './live-histogram.ts';
import * as styles from './histogram.css.ts';

export type EventsOverTimeProps = {
  api: ApiClient;
  search: EventsSearch;
  zone: TimeZone;
  organizations: readonly number[];
  arrived: readonly EventRow[];
  onRange: (from: string, to: string) => void;
};

/** The histogram of what is asked for, live rows included; nothing where it cannot be counted. */
export const EventsOverTime = ({ api, search, zone, organizations, arrived, onRange }: EventsOverTimeProps) => {
  const query = useQuery(histogramQuery(api, search, organizations));
  const { data, isError, isPlaceholderData } = query;
  const histogram = useMemo(() => data && countInto(data, rowsAfter(arrived, data.cursor)), [data, arrived]);
  if (histogram === undefined) return isError ? null : <div className={styles.waiting} />;
  return <Histogram histogram={histogram} zone={zone} isBusy={isPlaceholderData} onRange={onRange} />;
};
