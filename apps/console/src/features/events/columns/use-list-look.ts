import type { Density } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import { columnsIn, columnsText, hasRoom, STANDARD, type ColumnKey } from './column-keys.ts';
import { usePreferences } from './preferences.ts';

const DENSITY: Density = 'compact';

const isSame = (a: readonly ColumnKey[], b: readonly ColumnKey[]): boolean => columnsText(a) === columnsText(b);

export type ListLookOptions = {
  userId: number;
  search: EventsSearch;
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

/**
 * Columns, their widths and the density of the rows: the address' where it says some, else the user's own. What the viewer
 * changes becomes the user's own; on an address that says otherwise, it is the address that changes.
 */
export const useListLook = ({ userId, search, onSearchChange }: ListLookOptions) => {
  const { preferences, change } = usePreferences(userId);
  const ownColumns = preferences.columns ?? STANDARD;
  const ownDensity = preferences.density ?? DENSITY;
  const columns = columnsIn(search.columns) ?? ownColumns;
  const density = search.density ?? ownDensity;
  const put = (changes: Pick<EventsSearch, 'columns' | 'density'>) =>
    onSearchChange({ ...search, ...changes }, { replace: true });
  const setColumns = (next: readonly ColumnKey[]) => {
    if (search.columns === undefined) change({ columns: isSame(next, STANDARD) ? undefined : next });
    else put({ columns: isSame(next, ownColumns) ? undefined : columnsText(next) });
  };
  const addColumn = (column: ColumnKey) => {
    if (!columns.includes(column) && hasRoom(columns)) setColumns([...columns, column]);
  };
  const setDensity = (next: Density) => {
    if (search.density === undefined) change({ density: next });
    else put({ density: next === ownDensity ? undefined : next });
  };
  const setWidth = (id: string, width: number | null) => {
    const others = Object.entries(preferences.widths).filter(([other]) => other !== id);
    change({ widths: Object.fromEntries(width === null ? others : [...others, [id, width]]) });
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
      if (search.columns !== undefined) put({ columns: undefined });
    },
    /** The address with all of it, for who keeps or shares it. */
    whole: {
      ...search,
      columns: isSame(columns, STANDARD) ? undefined : columnsText(columns),
      density: density === DENSITY ? undefined : density,
    } satisfies EventsSearch,
  };
};

export type ListLook = ReturnType<typeof useListLook>;
