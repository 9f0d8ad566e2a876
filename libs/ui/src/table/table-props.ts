import type { ReactNode } from 'react';
import type * as styles from './table.css.ts';

export type Column<Row> = {
  id: string;
  header: string;
  /** Small print beside the header: a unit, say. */
  headerNote?: string;
  cell: (row: Row) => ReactNode;
  /**
   * A CSS length or percentage. With one of them all columns keep their widths, whatever rows come, and each row is one line: what
   * is longer is cut. Columns without one share the rest.
   */
  width?: string;
  /** Its header sorts the table, if that has `onSort`. */
  isSortable?: boolean;
  /** Its place where a row becomes a card, in a narrow container. */
  inCard: keyof typeof styles.inCard;
  /** On the card its header stands before it: a number, say, that would be no answer without its question. */
  isNamedInCard?: boolean;
  /** It is left out where there is little room. */
  isDroppedFirst?: boolean;
};

/** Rows of 28 pixels, of 40, or, without one, of 52. */
export type Density = 'compact' | 'comfortable';

export type TableSort = { column: string; isDescending: boolean };

export type TableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: ten rows of skeleton are shown. More than a hundred scroll in a frame of their own. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** A click in the row, or Enter on its first cell; arrow keys, j and k move along the rows. Without it rows do nothing. */
  onOpen?: (row: Row) => void;
  /** Rows that have just come: they light up once. */
  isFresh?: (row: Row) => boolean;
  /** The row that is open beside the table: it stays marked. */
  isCurrent?: (row: Row) => boolean;
  /** Closer together, for lists that are read by the screenful. */
  density?: Density;
  /** As high as there is room, scrolling under a header that stays; only rows that are seen are on the page. */
  isFilled?: boolean;
  /** Widths in pixels that the viewer gave to columns, by their ids. */
  widths?: Readonly<Record<string, number>>;
  /** Columns can be given widths by their edges; null gives back the column's own. */
  onResize?: (id: string, width: number | null) => void;
  /** By which column the rows are sorted; null in the order that the list has by itself. */
  sort?: TableSort | null;
  /** A header was pressed: descending first, then ascending, then null. */
  onSort?: (sort: TableSort | null) => void;
  /** What is shown belongs to an earlier question and is about to be replaced. */
  isBusy?: boolean;
  /** Instead of rows when there are none. */
  empty: ReactNode;
};
