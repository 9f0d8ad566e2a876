import type { ReactNode } from 'react';
import type * as styles from './table.css.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A CSS length or percentage. With one of them all columns keep their widths, whatever rows come. */
  width?: string;
  /** Its place where a row becomes a card, in a narrow container. */
  inCard: keyof typeof styles.inCard;
  /** On the card its header stands before it: a number, say, that would be no answer without its question. */
  isNamedInCard?: boolean;
};

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
  isCompact?: boolean;
  /** What is shown belongs to an earlier question and is about to be replaced. */
  isBusy?: boolean;
  /** Instead of rows when there are none. */
  empty: ReactNode;
};
