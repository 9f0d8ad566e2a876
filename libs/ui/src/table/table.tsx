import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import { openerOf, rowAfter } from './row-keys.ts';
import type { Column, TableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';
import * as styles from './table.css.ts';
import type { VirtualRowsProps } from './virtual-rows.tsx';

const SKELETON_ROWS = 10;
/** From here on only the rows that are seen are on the page. */
const VIRTUAL_FROM = 100;

const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

const SkeletonRows = ({ columns }: { columns: readonly Pick<Column<never>, 'id' | 'inCard'>[] }) => (
  <tbody className={styles.bodyRows}>
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <tr key={index} className={styles.row} aria-hidden data-testid="skeleton-row">
        {columns.map((column, place) => (
          <td key={column.id} className={`${styles.cell} ${styles.inCard[column.inCard]}`}>
            <Skeleton width={`${4 + ((index * 3 + place * 2) % 5)}rem`} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

type RowsProps<Row> = { table: TableProps<Row>; rows: readonly Row[]; litKeys: Set<string> };

const Rows = <Row,>({ table, rows, litKeys }: RowsProps<Row>) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = rowAfter(event, rows.length);
    if (index !== null) openerOf(event.currentTarget.closest('tbody'), index)?.focus();
  };
  return (
    <tbody className={styles.bodyRows}>
      {rows.map((row, index) => (
        <TableRow key={table.rowKey(row)} {...{ table, row, index, litKeys, onKeyDown }} />
      ))}
      {rows.length === 0 && (
        <tr className={styles.emptyRow}>
          <td colSpan={table.columns.length} className={styles.emptyCell}>
            {table.empty}
          </td>
        </tr>
      )}
    </tbody>
  );
};

const Widths = ({ columns }: { columns: readonly Pick<Column<never>, 'id' | 'width'>[] }) => (
  <colgroup>
    {columns.map(({ id, width }) => (
      <col key={id} {...(width !== undefined && { style: { width } })} />
    ))}
  </colgroup>
);

/** Rows under named columns; in a narrow container each row is a card. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { label, columns, rows, rowKey, isBusy = false, isCompact = false } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [litKeys] = useState(() => new Set<string>());
  const isVirtual = rows !== undefined && rows.length > VIRTUAL_FROM;
  const isFixed = columns.some(({ width }) => width !== undefined);
  // By the row's own key, not by its place: rows that move when another one comes stay the same elements.
  const virtualRow: VirtualRowsProps['row'] = (index, rest) => {
    const row = rows?.[index];
    return row && <TableRow key={rowKey(row)} {...{ row, index, litKeys }} table={props} isPartial {...rest} />;
  };
  const skeleton = <SkeletonRows columns={columns} />;
  const scrolls = isVirtual && { className: `${styles.frame} ${styles.scrolls}`, role: 'group', 'aria-label': label };
  return (
    <div ref={setFrame} className={styles.frame} {...scrolls} {...(isVirtual && { tabIndex: 0 })}>
      {rows === undefined && <output className={visuallyHidden}>Loading {label}</output>}
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={isBusy || rows === undefined}
        {...(isVirtual && { 'aria-rowcount': rows.length + 1 })}
        {...(isBusy && { 'data-stale': true })}
        {...(isCompact && { 'data-compact': true })}
        {...(isFixed && { 'data-fixed': true })}
      >
        {isFixed && <Widths columns={columns} />}
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={styles.headerCell}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined && skeleton}
        {isVirtual && (
          <Suspense fallback={skeleton}>
            <VirtualRows count={rows.length} frame={frame} row={virtualRow} />
          </Suspense>
        )}
        {rows !== undefined && !isVirtual && <Rows table={props} {...{ rows, litKeys }} />}
      </table>
    </div>
  );
};
