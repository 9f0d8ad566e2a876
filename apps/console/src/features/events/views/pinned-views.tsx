import type { ApiClient } from '@portico/api-client';
import { eventHistogram } from '@portico/contracts/http/events';
import { useQueries, useQuery, queryOptions } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { counted, formatNumber } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { readEventsSearch } from '../events-search.ts';
import { isPinned, shownViews, type ShownView } from './shown-views.ts';
import { isView } from './view-search.ts';
import { viewsQuery } from './views.queries.ts';
import * as styles from './pinned-views.css.ts';
import { sideOptions, filterOf } from '../events.queries.ts';

/** `isExact` is false if counting took too long; the counts are then lower bounds. */
type ViewCount = { total: number; failed: number; isExact: boolean };

const viewCountQuery = (api: ApiClient, search: Readonly<Record<string, string>>, organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['events', 'view count', search, organizations],
    queryFn: async ({ signal }): Promise<ViewCount> => {
      const filter = filterOf(readEventsSearch(search), organizations);
      // A histogram with a single bar contains the total of each result.
      const { buckets, countedFrom } = await api.call(eventHistogram, { query: { ...filter, buckets: 1 }, signal });
      const sum = (result: 'success' | 'failure') => buckets.reduce((total, bucket) => total + bucket[result], 0);
      const failed = sum('failure');
      return { total: failed + sum('success'), failed, isExact: countedFrom === null };
    },
    ...sideOptions,
  });

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** The count in compact form, such as `12K`. A lower bound ends with `+`. */
const compact = (count: number, { isExact }: ViewCount): string => `${COMPACT.format(count)}${isExact ? '' : '+'}`;
const spoken = ({ total, failed, isExact }: ViewCount): string =>
  `${isExact ? '' : 'at least '}${counted(total, 'event')}, ${formatNumber(failed)} failed`;

const Counts = ({ count }: { count: ViewCount }) => (
  <>
    <span className={visuallyHidden}>: {spoken(count)}</span>
    {count.failed < count.total && (
      <span aria-hidden className={styles.total}>
        {compact(count.total, count)}
      </span>
    )}
    {count.failed > 0 && (
      <span aria-hidden className={styles.failed}>
        {compact(count.failed, count)}
      </span>
    )}
  </>
);

type PinnedViewProps = Pick<PinnedViewsProps, 'onNavigate'> & {
  view: ShownView;
  count: ViewCount | undefined;
  isCurrent: boolean;
};

const PinnedView = ({ view, count, isCurrent, onNavigate }: PinnedViewProps) => {
  const text = count ? `${view.name}: ${spoken(count)}` : view.name;
  return (
    <li>
      <Link
        to="/dashboard"
        search={readEventsSearch(view.search)}
        activeOptions={{ exact: true, includeSearch: true }}
        className={styles.item}
        title={text}
        {...(isCurrent && { 'data-current': true })}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <span className={styles.name}>{view.name}</span>
        {count && <Counts count={count} />}
      </Link>
    </li>
  );
};

type PinnedViewsProps = {
  /** Organizations whose events the counts include; empty for all organizations that the viewer may see. */
  organizations: readonly number[];
  isCounted: boolean;
  onNavigate: (() => void) | undefined;
};

/** The pinned views in the menu, each with its counts of events and failures. */
export const PinnedViews = ({ organizations, isCounted, onNavigate }: PinnedViewsProps) => {
  const api = useApi();
  const { data } = useQuery(viewsQuery(api));
  const pinned = data ? shownViews(data).filter(isPinned) : [];
  const counts = useQueries({
    queries: pinned.map(({ search }) => ({ ...viewCountQuery(api, search, organizations), enabled: isCounted })),
  });
  const { pathname, search } = useLocation();
  const currentSearch =
    pathname === '/dashboard' && !('view' in search && search.view) ? readEventsSearch(search) : null;
  if (pinned.length === 0) return null;
  return (
    <li className={styles.group}>
      <p className={styles.title}>Views</p>
      <ul className={styles.list} aria-label="Pinned views">
        {pinned.map((view, place) => (
          <PinnedView
            key={view.key}
            view={view}
            count={counts[place]?.data}
            isCurrent={currentSearch !== null && isView(view.search, currentSearch)}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </li>
  );
};
