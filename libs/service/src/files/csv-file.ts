import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { streamedFile } from './streamed-file.ts';

type Cell = string | number | boolean | null;

/** Where a line of a text begins like a formula, in ASCII or full width. */
const FORMULA = /(?<![^\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** Each line of the text with an apostrophe where a spreadsheet would begin a formula, however it splits lines. */
const guarded = (text: string): string => text.replaceAll(FORMULA, "'");

/**
 * Answers rows as an RFC 4180 file to download, streamed: its size is bounded by nothing but the rows. A line of a text
 * that a spreadsheet would take for a formula gets an apostrophe before it. A slow reader makes the rows wait; rows that
 * fail half way break the connection off, so that a part is never taken for the whole.
 * @param columns - of the header, in order; each is a key of the rows.
 */
export function csvFile<Row extends Record<Column, Cell>, Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): StreamableFile {
  const lines = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // A lone line feed or carriage return ends a row for many readers.
    quote_record_delimiter: true,
    cast: { boolean: String, string: guarded },
  });
  const source = Readable.from(rows);
  source.once('error', (error) => lines.destroy(error));
  lines.once('close', () => source.destroy());
  return streamedFile(name, 'text/csv; charset=utf-8', source.pipe(lines));
}
