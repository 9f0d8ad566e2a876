import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import type { TableProps } from './table-props.ts';
import * as styles from './table.css.ts';

export type TableRowProps<Row> = {
  row: Row;
  table: TableProps<Row>;
  /** Its place among all rows, from 0. */
  index: number;
  /** Keys of rows that have lit up: one that is scrolled back to does not do so again. */
  litKeys: Set<string>;
  /** Set where only some of the rows are rendered. */
  isPartial?: boolean;
  ref?: Ref<HTMLTableRowElement>;
  /** Keys pressed on the button that opens it. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const cellClass = <Row,>({ inCard, isNamedInCard, isDroppedFirst }: TableProps<Row>['columns'][number]): string =>
  [
    styles.cell,
    styles.inCard[inCard],
    isNamedInCard === true && styles.named,
    isDroppedFirst === true && styles.droppedFirst,
  ]
    .filter(Boolean)
    .join(' ');

/** One row. It is opened by a click anywhere in it, and from the keyboard by the button in its first cell. */
export const TableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, table, index, litKeys, isPartial = false, ref, onKeyDown } = props;
  const { columns, rowKey, onOpen, isFresh, isCurrent } = table;
  const key = rowKey(row);
  const open = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const opener = event.currentTarget.querySelector('button');
      // Another control in the row does what it does, and no more.
      const target = event.target instanceof Element ? event.target : null;
      const control = target?.closest('a, button, input, label') ?? null;
      // Nor is the row opened by a choice in a menu of the row, which stands elsewhere on the page.
      if (!event.currentTarget.contains(target) || (control !== null && control !== opener)) return;
      // Focus goes to the row's own button, so that it comes back there when what was opened is closed.
      opener?.focus();
      onOpen(row);
    },
  };
  return (
    <tr
      ref={ref}
      className={styles.row}
      data-index={index}
      data-key={key}
      {...open}
      {...(isFresh?.(row) === true && !litKeys.has(key) && { 'data-fresh': true })}
      onAnimationEnd={({ target, currentTarget }) => target === currentTarget && litKeys.add(key)}
      {...(isCurrent?.(row) === true && { 'aria-current': true })}
      // The header is row 1.
      {...(isPartial && { 'aria-rowindex': index + 2 })}
    >
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={cellClass(column)}
          {...(column.isNamedInCard === true && { 'data-header': column.header })}
        >
          {onOpen && place === 0 ? (
            <button type="button" className={styles.opener} aria-haspopup="dialog" data-opener onKeyDown={onKeyDown}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
};
