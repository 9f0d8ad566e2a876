import { ArrowDown, ArrowUp } from 'lucide-react';
import { Suspense } from 'react';
import { Icon } from '../icon/icon.tsx';
import { lazyPart } from '../part/lazy-part.tsx';
import type { TableProps, TableSort } from './table-props.ts';
import * as styles from './table.css.ts';
import { resizable, sorter } from './table-head.css.ts';

/** Loaded when the viewer reaches for the table. */
const ColumnResizer = lazyPart(async () => (await import('./column-resizer.tsx')).ColumnResizer);

const dropped = (isDropped: boolean | undefined): string => (isDropped === true ? ` ${styles.droppedFirst}` : '');

export type TableHeadProps<Row> = TableProps<Row> & { isReached: boolean };

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

/** The column headers, each with a resizable edge if widths are supported. */
export const TableHead = <Row,>({
  columns,
  widths = {},
  onResize,
  sort = null,
  onSort,
  isReached,
}: TableHeadProps<Row>) => (
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

/** Minimum width of columns without one. */
const REST = '9rem';

const widthOf = <Row,>(column: TableProps<Row>['columns'][number], widths: TableProps<Row>['widths']) => {
  const given = widths?.[column.id];
  return given === undefined ? column.width : `${given}px`;
};

/** The total minimum width of these columns. */
export const leastWidth = <Row,>({ columns, widths }: Pick<TableProps<Row>, 'columns' | 'widths'>): string =>
  `calc(${columns.map((column) => widthOf(column, widths) ?? REST).join(' + ')})`;

export const TableWidths = <Row,>({ columns, widths }: TableProps<Row>) => (
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
