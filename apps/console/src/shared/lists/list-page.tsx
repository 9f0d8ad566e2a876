import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { PAGE_SIZE, type Page } from '@portico/contracts/common/page';
import { Pagination, Table, type Column, type TableProps } from '@portico/ui';
import { LoadFailure } from '../messages/load-failure.tsx';

type ListPageProps<Row, Search extends { page?: number | undefined }> = Pick<TableProps<Row>, 'sort' | 'onSort'> & {
  label: string;
  /** Title of the error message. */
  failure: string;
  empty: ReactNode;
  columns: readonly Column<Row>[];
  query: UseQueryResult<Page<Row>>;
  search: Search;
  onSearchChange: (search: Search, options?: { replace: boolean }) => void;
  onOpen: (row: Row) => void;
};

export const ListPage = <Row extends { id: number | string }, Search extends { page?: number | undefined }>(
  props: ListPageProps<Row, Search>,
) => {
  const { label, failure, empty, columns, query, search, onSearchChange, onOpen, ...sorting } = props;
  const { data, isPlaceholderData } = query;
  const turnTo = useCallback(
    (next: number, options: { replace: boolean }) =>
      onSearchChange({ ...search, page: next === 1 ? undefined : next }, options),
    [onSearchChange, search],
  );
  if (query.isError && data === undefined) return <LoadFailure title={failure} query={query} />;
  return (
    <>
      <Table
        label={label}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => String(id)}
        onOpen={onOpen}
        isBusy={isPlaceholderData}
        empty={empty}
        {...sorting}
      />
      {data && (
        <Pagination
          page={search.page ?? 1}
          count={data.count}
          size={PAGE_SIZE}
          onPageChange={turnTo}
          isBusy={isPlaceholderData}
        />
      )}
    </>
  );
};
