import type { ReactNode } from 'react';
import type * as styles from './table.css.ts';

export type Column<Row> = {
  id: string;
  header: string;
  /** Small text next to the header, such as a unit. */
  headerNote?: string;
  cell: (row: Row) => ReactNode;
  /**
   * A CSS length or percentage. If any column has one, all columns keep their widths whatever the rows contain, and each row is one
   * line, with longer text cut. Columns without one share the rest.
   */
  width?: string;
  /** Its header sorts the table, if that has `onSort`. */
  isSortable?: boolean;
  /** Its place on a card, the form of a row in a narrow container. */
  inCard: keyof typeof styles.inCard;
  /** Shows its header on the card, for values such as numbers that need one. */
  isNamedInCard?: boolean;
  /** Hidden first if there is little room. */
  isDroppedFirst?: boolean;
};

/** Row height: 28 pixels, 40, or by default 52. */
export type Density = 'compact' | 'comfortable';

export type TableSort = { column: string; isDescending: boolean };

export type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: ten skeleton rows appear. More than a hundred rows scroll in their own frame. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Called for a click in the row, or Enter on its first cell; arrow keys, j and k move between rows. Default: rows do nothing. */
  onOpen?: (row: Row) => void;
  /** Rows that just arrived: they are highlighted once. */
  isFresh?: (row: Row) => boolean;
  /** The row that is open next to the table: it stays marked. */
  isCurrent?: (row: Row) => boolean;
  /** Compact rows, for dense lists. */
  density?: Density;
  /** As tall as possible, with scrolling rows below a fixed header; only visible rows are rendered. */
  isFilled?: boolean;
  /** The viewer's column widths in pixels, by column id. */
  widths?: Readonly<Record<string, number>>;
  /** Called when a column is resized; null resets its width. */
  onResize?: (id: string, width: number | null) => void;
  /** The sorted column; null for the list's own order. */
  sort?: TableSort | null;
  /** Called when a header is pressed: descending first, then ascending, then null. */
  onSort?: (sort: TableSort | null) => void;
  /** The rows belong to an earlier query and are about to be replaced. */
  isBusy?: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
};
