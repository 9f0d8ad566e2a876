import { type CSSProperties, type KeyboardEvent, Suspense, useState } from 'react';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import { openerOf, rowAfter } from './row-keys.ts';
import { SeenRows } from './seen-rows.tsx';
import { cellClass, TableRow } from './table-row.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Icon } from '../icon/icon.tsx';
import { lazyPart } from '../part/lazy-part.tsx';
import { resizable, sorter } from './table-head.css.ts';
import type { Column, RowsProps, TableProps, TableSort } from './table-props.ts';
import * as styles from './table.css.ts';
import { useReached } from './use-reached.ts';

/** The resizable edge of a column. Its code loads when the viewer first interacts with the table. */
const ColumnResizer = lazyPart(async () => (await import('./column-resizer.tsx')).ColumnResizer);

const dropped = (isDropped: boolean | undefined): string => (isDropped === true ? ` ${styles.droppedFirst}` : '');

type TableHeadProps<Row> = TableProps<Row> & { isReached: boolean };

type SorterProps = { id: string; header: string; sort: TableSort | null; onSort: (sort: TableSort | null) => void };

const Sorter = ({ id, header, sort, onSort }: SorterProps) => {
  const isDescending = sort?.column === id ? sort.isDescending : undefined;
  const press = () => onSort(isDescending === false ? null : { column: id, isDescending: isDescending === undefined });
  return (
    <button type="button" className={sorter} onClick={press}>
      {header}
      {isDescending !== undefined && <Icon of={isDescending ? ArrowDown : ArrowUp} size="sm" />}
    </button>
  );
};

const sortedBy = (id: string, sort: TableSort | null): 'ascending' | 'descending' | undefined => {
  if (sort?.column !== id) return undefined;
  return sort.isDescending ? 'descending' : 'ascending';
};

const TableHead = <Row,>({ columns, widths = {}, onResize, sort = null, onSort, isReached }: TableHeadProps<Row>) => (
  <thead className={styles.head}>
    <tr>
      {columns.map(({ id, header, headerNote, isSortable, isDroppedFirst }, place) => (
        <th
          key={id}
          scope="col"
          className={`${styles.headerCell}${dropped(isDroppedFirst)}${onResize ? ` ${resizable}` : ''}`}
          {...(headerNote !== undefined && { 'data-note': headerNote })}
          {...(onResize && { 'aria-label': header })}
          {...(onSort && { 'aria-sort': sortedBy(id, sort) })}
        >
          {onSort && isSortable === true ? <Sorter {...{ id, header, sort, onSort }} /> : header}
          {onResize && isReached && place < columns.length - 1 && (
            <Suspense>
              <ColumnResizer header={header} width={widths[id]} onResize={(width) => onResize(id, width)} />
            </Suspense>
          )}
        </th>
      ))}
    </tr>
  </thead>
);

/** Minimum width of a column without its own width. */
const DEFAULT_WIDTH = '9rem';

const widthOf = <Row,>(column: TableProps<Row>['columns'][number], widths: TableProps<Row>['widths']) => {
  const storedWidth = widths?.[column.id];
  return storedWidth === undefined ? column.width : `${storedWidth}px`;
};

/** The sum of the minimum widths of these columns, as a CSS length. */
const leastWidth = <Row,>({ columns, widths }: Pick<TableProps<Row>, 'columns' | 'widths'>): string =>
  `calc(${columns.map((column) => widthOf(column, widths) ?? DEFAULT_WIDTH).join(' + ')})`;

const TableWidths = <Row,>({ columns, widths }: TableProps<Row>) => (
  <colgroup>
    {columns.map((column) => {
      const width = widthOf(column, widths);
      return (
        <col
          key={column.id}
          className={dropped(column.isDroppedFirst).trim()}
          {...(width !== undefined && { style: { width } })}
        />
      );
    })}
  </colgroup>
);

const SKELETON_ROWS = 10;
/** A table with more than this number of columns uses smaller gaps. */
const MANY_COLUMNS = 8;
/** A table with more than this number of rows renders only visible rows. */
const VIRTUAL_FROM = 100;

const SkeletonRows = ({ columns }: { columns: readonly Pick<Column<never>, 'id' | 'inCard' | 'isDroppedFirst'>[] }) => (
  <tbody className={styles.block}>
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <tr key={index} className={styles.row} aria-hidden data-testid="skeleton-row">
        {columns.map((column, place) => (
          <td key={column.id} className={cellClass({ ...column, isNamedInCard: false })}>
            <Skeleton width={`min(100%, ${4 + ((index * 3 + place * 2) % 5)}rem)`} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

const Rows = <Row,>({ table, rows, litKeys }: RowsProps<Row>) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = rowAfter(event, rows.length);
    if (index !== null) openerOf(event.currentTarget.closest('tbody'), index)?.focus();
  };
  return (
    <tbody className={styles.block}>
      {rows.map((row, index) => (
        <TableRow key={table.rowKey(row)} {...{ table, row, index, litKeys, onKeyDown }} />
      ))}
      {rows.length === 0 && (
        <tr className={styles.block}>
          <td colSpan={table.columns.length} className={styles.emptyCell}>
            {table.empty}
          </td>
        </tr>
      )}
    </tbody>
  );
};

type MinWidthStyle = CSSProperties & { '--least': string; '--least-tight': string };

/**
 * The minimum width of the table: with all columns, and without the columns that are hidden first. A narrower container scrolls
 * sideways. A table that fills its frame has a minimum only if the viewer has resized columns.
 */
const minWidthStyle = <Row,>({ columns, widths = {}, isFilled = false }: TableProps<Row>): MinWidthStyle | undefined =>
  isFilled && Object.keys(widths).length === 0
    ? undefined
    : {
        '--least': leastWidth({ columns, widths }),
        '--least-tight': leastWidth({
          columns: columns.filter(({ isDroppedFirst }) => isDroppedFirst !== true),
          widths,
        }),
      };

/** A table of rows below column headers; in a narrow container each row is a card. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { label, columns, rows, isBusy = false, density, isFilled = false } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [litKeys] = useState(() => new Set<string>());
  const isVirtual = rows !== undefined && rows.length > (isFilled ? 0 : VIRTUAL_FROM);
  const isFixed = columns.some(({ width }) => width !== undefined);
  const isReached = useReached(frame, Infinity);
  const style = isFixed ? minWidthStyle(props) : undefined;
  const scrolls = isVirtual && { role: 'group', 'aria-label': label, tabIndex: 0 };
  const look = isFilled ? styles.filled : isVirtual ? styles.scrolls : '';
  return (
    <div ref={setFrame} className={`${styles.frame} ${look}`} {...scrolls}>
      {rows === undefined && <output className={visuallyHidden}>Loading {label}</output>}
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={isBusy || rows === undefined}
        {...(isVirtual && { 'aria-rowcount': rows.length + 1 })}
        {...(isBusy && { 'data-stale': true })}
        {...(density && { 'data-density': density })}
        {...(columns.length > MANY_COLUMNS && { 'data-many': true })}
        {...(isFixed && { 'data-fixed': true })}
        {...(style && { style })}
      >
        {isFixed && <TableWidths {...props} />}
        <TableHead {...props} isReached={isReached} />
        {rows === undefined && <SkeletonRows columns={columns} />}
        {isVirtual && <SeenRows table={props} {...{ rows, litKeys, frame }} />}
        {rows !== undefined && !isVirtual && <Rows table={props} {...{ rows, litKeys }} />}
      </table>
    </div>
  );
};
