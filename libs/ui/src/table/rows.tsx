import type { KeyboardEvent } from 'react';
import { openerOf, rowAfter } from './row-keys.ts';
import type { TableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';
import * as styles from './table.css.ts';

export type RowsProps<Row> = {
  table: TableProps<Row>;
  rows: readonly Row[];
  /** Keys of rows that have been highlighted. */
  litKeys: Set<string>;
};

export const Rows = <Row,>({ table, rows, litKeys }: RowsProps<Row>) => {
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
