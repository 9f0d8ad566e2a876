import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import type { TimeZone } from '@portico/ui';
import { media } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { histogramQuery, type PeriodHistogram } from '../events.queries.ts';
import type { EventsSearch } from '../events-search.ts';
import { rowsAfter } from '../live-list.ts';
import { Histogram } from './histogram.tsx';
import { countInto } from './live-histogram.ts';
import * as styles from './histogram.css.ts';

type EventsOverTimeProps = {
  search: EventsSearch;
  zone: TimeZone;
  organizations: readonly number[];
  arrived: readonly EventRow[];
  /** The viewer's choice; undefined until the viewer chooses. */
  isShown: boolean | undefined;
  onShown: (isShown: boolean) => void;
  onRange: (from: string, to: string) => void;
};

/** The rows that the histogram has not counted yet, in the period that the histogram covers. */
const uncounted = ({ period, from, cursor }: PeriodHistogram, arrived: readonly EventRow[]): EventRow[] =>
  rowsAfter(arrived, cursor).filter(({ timestamp }) => period === null || timestamp >= from);

const hasRoom = (): boolean => !matchMedia(media.belowDrawer).matches;

/** The histogram of the current filter including live rows. Renders nothing if the first request fails. */
export const EventsOverTime = (props: EventsOverTimeProps) => {
  const api = useApi();
  const { search, zone, organizations, arrived, isShown = hasRoom(), onShown, onRange } = props;
  const { data, isError, isPlaceholderData } = useQuery(histogramQuery(api, search, organizations));
  const histogram = useMemo(() => data && countInto(data, uncounted(data, arrived)), [data, arrived]);
  if (histogram === undefined)
    return isError ? null : <div className={styles.waiting} {...(!isShown && { 'data-closed': true })} />;
  return (
    <Histogram
      {...{ histogram, zone, isShown, onShown, onRange }}
      period={data?.period ?? null}
      isBusy={isPlaceholderData}
    />
  );
};
