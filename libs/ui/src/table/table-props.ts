import type { ReactNode } from 'react';
import type * as styles from './table.css.ts';

export type Column<Row> = {
  id: string;
  header: string;
  /** Small text next to the header, such as a unit. */
  headerNote?: string;
  cell: (row: Row) => ReactNode;
  /**
   * A CSS length or percentage. If any column has a width, columns do not adapt to the content of rows, and each row is one line: longer
   * text is cut. Columns without a width share the remaining space.
   */
  width?: string;
  /** Whether the column's header sorts the table. Requires `onSort`. */
  isSortable?: boolean;
  /** Place of the value on a card. In a narrow container, each row is a card. */
  inCard: keyof typeof styles.inCard;
  /** Whether a card shows the column's header, for values such as numbers that need a label. */
  isNamedInCard?: boolean;
  /** Whether the column is among the first to be hidden if the table is narrow. */
  isDroppedFirst?: boolean;
};

/** Row height: `compact` 28 pixels, `comfortable` 40 pixels; by default 52 pixels. */
export type Density = 'compact' | 'comfortable';

export type TableSort = { column: string; isDescending: boolean };

export type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** The rows. While this is undefined, ten skeleton rows appear. With more than a hundred rows, the table scrolls in its own frame. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /**
   * Called when the user clicks a row, or presses Enter on its first cell. Arrow keys, j and k then move between rows.
   * Default: rows do not open.
   */
  onOpen?: (row: Row) => void;
  /** Whether a row has just arrived. Such a row is highlighted once. */
  isFresh?: (row: Row) => boolean;
  /** Whether a row is open next to the table. This row stays marked. */
  isCurrent?: (row: Row) => boolean;
  density?: Density;
  /** Whether the table is as tall as possible, with scrolling rows below a fixed header. Renders only visible rows. */
  isFilled?: boolean;
  /** The viewer's column widths in pixels, by column id. */
  widths?: Readonly<Record<string, number>>;
  /** Called when a column is resized; null resets its width. */
  onResize?: (id: string, width: number | null) => void;
  /** The column that sorts the rows, and the direction; null for the original order of the rows. */
  sort?: TableSort | null;
  /** Called when a header is pressed: descending first, then ascending, then null. */
  onSort?: (sort: TableSort | null) => void;
  /** Whether the rows belong to an earlier query and will be replaced soon. */
  isBusy?: boolean;
  empty: ReactNode;
};

export type RowsProps<Row> = {
  table: TableProps<Row>;
  rows: readonly Row[];
  /** Keys of rows that have been highlighted, so that scrolling back does not highlight a row again. */
  litKeys: Set<string>;
};
