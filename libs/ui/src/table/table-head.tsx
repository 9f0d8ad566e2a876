import { Suspense } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import type { TableProps } from './table-props.ts';
import * as styles from './table.css.ts';
import { resizable } from './table-head.css.ts';

/** Fetched when the viewer reaches for the table. */
const ColumnResizer = lazyPart(async () => (await import('./column-resizer.tsx')).ColumnResizer);

const dropped = (isDropped: boolean | undefined): string => (isDropped === true ? ` ${styles.droppedFirst}` : '');

export type TableHeadProps<Row> = TableProps<Row> & { isReached: boolean };

/** The names of the columns, each with an edge by which it is given a width, where it can be. */
export const TableHead = <Row,>({ columns, widths = {}, onResize, isReached }: TableHeadProps<Row>) => (
  <thead className={styles.head}>
    <tr>
      {columns.map(({ id, header, isDroppedFirst }, place) => (
        <th
          key={id}
          scope="col"
          className={`${styles.headerCell}${dropped(isDroppedFirst)}${onResize ? ` ${resizable}` : ''}`}
          {...(onResize && { 'aria-label': header })}
        >
          {header}
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

/** Least width of the columns without one, in a table whose columns the viewer has given widths. */
const REST = '9rem';

const widthOf = <Row,>(column: TableProps<Row>['columns'][number], widths: TableProps<Row>['widths']) => {
  const given = widths?.[column.id];
  return given === undefined ? column.width : `${given}px`;
};

/** What all columns need side by side, once the viewer has given widths to some; then the table may be scrolled sideways. */
export const leastWidth = <Row,>({ columns, widths }: TableProps<Row>): string | undefined =>
  widths === undefined || Object.keys(widths).length === 0
    ? undefined
    : `calc(${columns.map((column) => widthOf(column, widths) ?? REST).join(' + ')})`;

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
