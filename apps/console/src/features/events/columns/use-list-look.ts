import type { Density } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import { columnsIn, columnsText, hasRoom, STANDARD, type ColumnKey } from './column-keys.ts';
import { usePreferences } from './preferences.ts';

const DEFAULT_DENSITY: Density = 'compact';

const isSame = (a: readonly ColumnKey[], b: readonly ColumnKey[]): boolean => columnsText(a) === columnsText(b);

type ListLookOptions = {
  userId: number;
  search: EventsSearch;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/**
 * Columns and row density are from the URL, otherwise from the user's preferences. A change
 * updates the URL if the URL contains the value, otherwise the preferences.
 */
export const useListLook = ({ userId, search, onSearchChange }: ListLookOptions) => {
  const { preferences, change } = usePreferences(userId);
  const ownColumns = preferences.columns ?? STANDARD;
  const ownDensity = preferences.density ?? DEFAULT_DENSITY;
  const columns = columnsIn(search.columns) ?? ownColumns;
  const density = search.density ?? ownDensity;
  const updateUrl = (changes: Pick<EventsSearch, 'columns' | 'density'>) =>
    onSearchChange({ ...search, ...changes }, { replace: true });
  const setColumns = (next: readonly ColumnKey[]) => {
    if (search.columns === undefined) change({ columns: isSame(next, STANDARD) ? undefined : next });
    else updateUrl({ columns: isSame(next, ownColumns) ? undefined : columnsText(next) });
  };
  const addColumn = (column: ColumnKey) => {
    if (!columns.includes(column) && hasRoom(columns)) setColumns([...columns, column]);
  };
  const setDensity = (next: Density) => {
    if (search.density === undefined) change({ density: next });
    else updateUrl({ density: next === ownDensity ? undefined : next });
  };
  const setWidth = (id: string, width: number | null) => {
    const otherWidths = Object.entries(preferences.widths).filter(([other]) => other !== id);
    change({ widths: Object.fromEntries(width === null ? otherWidths : [...otherWidths, [id, width]]) });
  };
  return {
    columns,
    density,
    widths: preferences.widths,
    isStandard: isSame(columns, STANDARD) && Object.keys(preferences.widths).length === 0,
    isHistogramShown: preferences.isHistogramShown,
    isTechnical: preferences.isTechnical,
    setColumns,
    addColumn,
    setDensity,
    setWidth,
    setHistogramShown: (isHistogramShown: boolean) => change({ isHistogramShown }),
    setTechnical: (isTechnical: boolean) => change({ isTechnical }),
    reset: () => {
      change({ columns: undefined, widths: {} });
      if (search.columns !== undefined) updateUrl({ columns: undefined });
    },
    /** The URL parameters, completed by the viewer's columns and row density, to save the list as the viewer sees it. */
    whole: {
      ...search,
      columns: isSame(columns, STANDARD) ? undefined : columnsText(columns),
      density: density === DEFAULT_DENSITY ? undefined : density,
    } satisfies EventsSearch,
  };
};

export type ListLook = ReturnType<typeof useListLook>;
