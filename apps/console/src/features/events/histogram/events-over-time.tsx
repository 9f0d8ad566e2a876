import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import type { TimeZone } from '@portico/ui';
import { media } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { histogramQuery, type PartHistogram } from '../events.queries.ts';
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
  /** The user's choice; undefined until the user chooses. */
  isShown: boolean | undefined;
  onShown: (isShown: boolean) => void;
  onRange: (from: string, to: string) => void;
};

/** The rows after the histogram's cursor. If the histogram covers only a period of the list, only rows in this period. */
const newIn = ({ part, from, cursor }: PartHistogram, arrived: readonly EventRow[]): EventRow[] => {
  const rows = rowsAfter(arrived, cursor);
  return part === null ? rows : rows.filter(({ timestamp }) => timestamp >= from);
};

const hasRoom = (): boolean => !matchMedia(media.belowDrawer).matches;

/** The histogram of the current filter including live rows. Renders nothing if the request fails. */
export const EventsOverTime = (props: EventsOverTimeProps) => {
  const api = useApi();
  const { search, zone, organizations, arrived, isShown = hasRoom(), onShown, onRange } = props;
  const query = useQuery(histogramQuery(api, search, organizations));
  const { data, isError, isPlaceholderData } = query;
  const histogram = useMemo(() => data && countInto(data, newIn(data, arrived)), [data, arrived]);
  if (histogram === undefined)
    return isError ? null : <div className={styles.waiting} {...(!isShown && { 'data-closed': true })} />;
  return (
    <Histogram
      {...{ histogram, zone, isShown, onShown, onRange }}
      part={data?.part ?? null}
      isBusy={isPlaceholderData}
    />
  );
};
