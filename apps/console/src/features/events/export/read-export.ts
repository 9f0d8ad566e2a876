import { EXPORT_HEADERS, type ExportQuery } from '@portico/contracts/http/event-export';

/** `excel`: a CSV that begins with the mark by which Excel knows UTF-8. */
export type ExportFormat = ExportQuery['format'] | 'excel';

const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

/** The format that the server is asked for. */
export const sentFormat = (format: ExportFormat): ExportQuery['format'] => (format === 'excel' ? 'csv' : format);

/** `expected`: rows that the file is going to have; null when the server did not say. */
export type ExportProgress = { rows: number; expected: number | null };

/** `isCut`: the file ends at the limit, and more rows may match. */
export type ExportedFile = { blob: Blob; rows: number; isCut: boolean };

const NEW_LINE = 0x0a;
const QUOTE = 0x22;

/** Counts rows as the bytes of a file go by. A line end inside quotes is part of a CSV value. */
const createRowCount = (format: ExportQuery['format']) => {
  // The first line of a CSV names its columns.
  let rows = format === 'csv' ? -1 : 0;
  let isQuoted = false;
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
      else if (byte === NEW_LINE && !isQuoted) rows += 1;
    }
    return Math.max(0, rows);
  };
};

const numberIn = (headers: Headers, name: string): number | null => {
  const text = headers.get(name);
  return text === null || text === '' ? null : Number(text);
};

/**
 * Reads a file of events as it comes.
 * @param onProgress called after every chunk
 * @throws when the connection breaks off: what came until then is no whole file
 */
export const readExport = async (
  response: Response,
  format: ExportFormat,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> => {
  const expected = numberIn(response.headers, EXPORT_HEADERS.rows);
  const limit = numberIn(response.headers, EXPORT_HEADERS.limit);
  const sent = sentFormat(format);
  const countRows = createRowCount(sent);
  const pieces: Uint8Array<ArrayBuffer>[] = format === 'excel' ? [UTF8_MARK] : [];
  const reader = response.body?.getReader();
  let rows = 0;
  onProgress({ rows, expected });
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) break;
    pieces.push(piece.value);
    rows = countRows(piece.value);
    onProgress({ rows, expected });
  }
  const type = sent === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson';
  return { blob: new Blob(pieces, { type }), rows, isCut: limit !== null && rows >= limit };
};

/** A name that says of when the file is. */
export const fileName = (format: ExportFormat, now: Date): string =>
  `integration-events-${now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-')}.${sentFormat(format)}`;
