import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import type { TableProps } from './table-props.ts';
import * as styles from './table.css.ts';

type TableRowProps<Row> = {
  row: Row;
  table: TableProps<Row>;
  /** Its index among all rows. */
  index: number;
  /** Keys of highlighted rows: scrolling back does not highlight a row again. */
  litKeys: Set<string>;
  /** Set if only some of the rows are rendered. */
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

/** One row. A click anywhere in it opens it, or the keyboard through the button in its first cell. */
export const TableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, table, index, litKeys, isPartial = false, ref, onKeyDown } = props;
  const { columns, rowKey, onOpen, isFresh, isCurrent } = table;
  const key = rowKey(row);
  const open = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const opener = event.currentTarget.querySelector('button');
      // Another control in the row only does its own action.
      const target = event.target instanceof Element ? event.target : null;
      const control = target?.closest('a, button, input, label') ?? null;
      // A choice in the row's menu, which is rendered elsewhere, does not open the row either.
      if (!event.currentTarget.contains(target) || (control !== null && control !== opener)) return;
      // Focuses the row's button, so that the focus returns there when the opened panel closes.
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
