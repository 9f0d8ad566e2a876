import { useCallback } from 'react';
import type { EventList } from '@portico/contracts/http/events';
import { counted, Pagination } from '@portico/ui';
import { DEFAULT_SIZE, PAGE_SIZES, type EventsSearch } from './events-search.ts';
import { sizeOf } from './events.queries.ts';
import * as styles from './events-screen.css.ts';

type ListFooterProps = {
  list: EventList;
  search: EventsSearch;
  isBusy: boolean;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/** The minimum number of rows in the list. If the count is inexact and the page is full, assumes one more row. */
export const reachOf = ({ data, count, countIsExact }: EventList, page: number, size: number): number =>
  countIsExact || data.length === 0
    ? count
    : Math.max(count, (page - 1) * size + data.length + (data.length === size ? 1 : 0));

export const ListFooter = ({ list, search, isBusy, onSearchChange }: ListFooterProps) => {
  const page = search.page ?? 1;
  const size = sizeOf(search);
  const turnTo = useCallback(
    (next: number, options: { replace: boolean }) =>
      onSearchChange({ ...search, page: next === 1 ? undefined : next }, options),
    [onSearchChange, search],
  );
  if (list.count === 0 && page === 1) return null;
  const choose = (chosen: number) => {
    const next = PAGE_SIZES.find((known) => known === chosen);
    onSearchChange({ ...search, page: undefined, size: next === DEFAULT_SIZE ? undefined : next });
  };
  return (
    <div className={styles.footer}>
      {list.count <= size && page === 1 && <p className={styles.all}>{counted(list.count, 'event')}</p>}
      <Pagination
        page={page}
        count={reachOf(list, page, size)}
        size={size}
        isExact={list.countIsExact}
        onPageChange={turnTo}
        isBusy={isBusy}
      />
      <label className={styles.size}>
        Rows
        <select
          className={styles.sizeSelect}
          value={size}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        >
          {PAGE_SIZES.map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
        </select>
      </label>
    </div>
  );
};
