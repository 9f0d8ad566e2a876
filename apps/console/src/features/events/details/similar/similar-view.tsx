import { identityOf } from '@portico/contracts/events/event-identity';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import {
  Button,
  formatDuration,
  formatNumber,
  formatTime,
  Note,
  Skeleton,
  Stack,
  StatusTag,
  type TimeZone,
} from '@portico/ui';
import { useApi } from '../../../../api/use-api.ts';
import type { EventsFilter } from '../../events-search.ts';
import { aroundFilter, aroundQuery, sameFilter, sameQuery } from './similar.queries.ts';
import * as styles from './similar.css.ts';

type SimilarRowsProps = {
  label: string;
  rows: readonly EventRow[];
  event: EventRow;
  when: (row: EventRow) => string;
  onOpen: (event: EventRow) => void;
};

/** Events, one line each. The list marks `event`. */
const SimilarRows = ({ label, rows, event, when, onOpen }: SimilarRowsProps) => (
  <ol aria-label={label} className={styles.rows}>
    {rows.map((row) => {
      const identity = identityOf(row);
      return (
        <li key={identity}>
          <button
            type="button"
            className={styles.row}
            onClick={() => onOpen(row)}
            {...(identity === identityOf(event) && { 'aria-current': true })}
          >
            <time dateTime={row.timestamp} className={styles.time}>
              {when(row)}
            </time>
            <StatusTag status={row.result} />
            <span className={styles.what}>
              <span className={styles.name}>{row.event_name}</span> {row.details.message}
            </span>
          </button>
        </li>
      );
    })}
  </ol>
);

type SimilarViewProps = {
  event: EventRow;
  zone: TimeZone;
  onOpen: (event: EventRow) => void;
  /** Replaces the whole filter of the list. */
  onFilter: (filter: EventsFilter) => void;
};

type PartProps = {
  title: string;
  query: UseQueryResult<EventList>;
  about: (list: EventList) => string;
  onShow: () => void;
  children: (rows: readonly EventRow[]) => ReactNode;
};

const Part = ({ title, query, about, onShow, children }: PartProps) => (
  <section aria-label={title} className={styles.part}>
    <div className={styles.head}>
      <h3 className={styles.title}>{title}</h3>
      {query.data && <span className={styles.about}>{about(query.data)}</span>}
      <Button variant="ghost" size="sm" onPress={onShow}>
        Show in the list
      </Button>
    </div>
    {query.data && children(query.data.data)}
    {query.isPending && (
      <div className={styles.waiting}>
        <Skeleton />
        <Skeleton width="70%" />
      </div>
    )}
    {query.isError && <Note tone="warning">The events could not be loaded.</Note>}
  </section>
);

const counted = ({ count, countIsExact }: EventList): string =>
  `${formatNumber(count)}${countIsExact ? '' : '+'} ${count === 1 ? 'time' : 'times'} in all`;

/** Formats the time from `event` to a row, with a sign. */
const offsetFrom =
  (event: EventRow) =>
  (row: EventRow): string => {
    const offset = Date.parse(row.timestamp) - Date.parse(event.timestamp);
    return `${offset < 0 ? '−' : '+'}${formatDuration(Math.abs(offset))}`;
  };

/** Recent events of the same kind, and the integration's events shortly before and after the event. */
export const SimilarView = ({ event, zone, onOpen, onFilter }: SimilarViewProps) => {
  const api = useApi();
  const similar = useQuery(sameQuery(api, event));
  const nearby = useQuery(aroundQuery(api, event));
  const title = event.result === 'FAILURE' ? 'Same failure' : 'Same event';
  return (
    <Stack gap={6}>
      <Part title={title} query={similar} about={counted} onShow={() => onFilter(sameFilter(event))}>
        {(rows) => (
          <SimilarRows {...{ rows, event, onOpen }} label={title} when={(row) => formatTime(row.timestamp, zone)} />
        )}
      </Part>
      <Part
        title="Events around this one"
        query={nearby}
        about={() => `from ${event.integration ?? 'this integration'}, 5 minutes before and after`}
        onShow={() => onFilter(aroundFilter(event))}
      >
        {(rows) => <SimilarRows {...{ rows, event, onOpen }} label="Events around this one" when={offsetFrom(event)} />}
      </Part>
    </Stack>
  );
};
