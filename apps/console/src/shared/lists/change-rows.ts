import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '@portico/contracts/common/page';

/** Replaces a row with the server's response in every loaded page of a list, until the next fetch. */
export const replaceRow = (queryClient: QueryClient, lists: QueryKey, row: { id: number }): void => {
  queryClient.setQueriesData<Page<{ id: number }>>(
    { queryKey: lists },
    (page) => page && { ...page, data: page.data.map((old) => (old.id === row.id ? { ...old, ...row } : old)) },
  );
};

export const removeRow = (queryClient: QueryClient, lists: QueryKey, id: number): void => {
  queryClient.setQueriesData<Page<{ id: number }>>({ queryKey: lists }, (page) => {
    if (!page) return page;
    const data = page.data.filter((row) => row.id !== id);
    return { data, count: page.count - (page.data.length - data.length) };
  });
};
