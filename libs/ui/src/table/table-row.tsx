import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import type { RowsProps, TableProps } from './table-props.ts';
import * as styles from './table.css.ts';

type TableRowProps<Row> = Pick<RowsProps<Row>, 'table' | 'litKeys'> & {
  row: Row;
  index: number;
  /** Whether the table renders only some of its rows. */
  isPartial?: boolean;
  ref?: Ref<HTMLTableRowElement>;
  /** Called for a key on the button that opens the row. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

type Placed = Pick<TableProps<never>['columns'][number], 'inCard' | 'isNamedInCard' | 'isDroppedFirst'>;

export const cellClass = ({ inCard, isNamedInCard, isDroppedFirst }: Placed): string =>
  [
    styles.cell,
    styles.inCard[inCard],
    isNamedInCard === true && styles.named,
    isDroppedFirst === true && styles.droppedFirst,
  ]
    .filter(Boolean)
    .join(' ');

/** One row. A click anywhere in the row opens it; keyboard users press the button in the first cell. */
export const TableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, table, index, litKeys, isPartial = false, ref, onKeyDown } = props;
  const { columns, rowKey, onOpen, isFresh, isCurrent } = table;
  const key = rowKey(row);
  const open = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const opener = event.currentTarget.querySelector('button');
      // A click on another control in the row does not open the row.
      const target = event.target instanceof Element ? event.target : null;
      const control = target?.closest('a, button, input, label') ?? null;
      // A click in the row's menu, which is rendered elsewhere, does not open the row either.
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
      // `aria-rowindex` starts at 1, which is the header.
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
