import { useQuery } from '@tanstack/react-query';
import type { SearchAssist } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { eventListQuery } from '../events.queries.ts';
import { QueryAssist } from './query-assist.tsx';

/** Completes a query in a form field, from the values of all events. The form shows errors in the query. */
export const FieldAssist = (assist: SearchAssist) => {
  const { data } = useQuery(eventListQuery(useApi(), {}));
  return <QueryAssist {...assist} search={{}} organizations={[]} rows={data?.data ?? []} marksFaults={false} />;
};
