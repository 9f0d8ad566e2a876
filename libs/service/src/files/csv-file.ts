import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { streamedFile } from './streamed-file.ts';

type Cell = string | number | boolean | null;

/** Matches the beginning of a line that looks like a formula, in ASCII or full-width characters. */
const FORMULA = /(?<![^\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** Prefixes an apostrophe to each line that a spreadsheet would treat as a formula. */
const guarded = (text: string): string => text.replaceAll(FORMULA, "'");

/**
 * Streams rows as an RFC 4180 download of any size. Lines that a spreadsheet would treat as a formula get an apostrophe. Rows are
 * read only as fast as the client downloads. An error breaks the connection, so that the client detects the incomplete file.
 * @param columns - header columns in order; each is a key of the rows.
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
    // Quotes cells with a lone line feed or carriage return, because many readers end a row at such a character.
    quote_record_delimiter: true,
    cast: { boolean: String, string: guarded },
  });
  const source = Readable.from(rows);
  source.once('error', (error) => lines.destroy(error));
  lines.once('close', () => source.destroy());
  return streamedFile(name, 'text/csv; charset=utf-8', source.pipe(lines));
}
