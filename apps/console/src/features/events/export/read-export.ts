import { EXPORT_HEADERS, type ExportQuery } from '@portico/contracts/http/event-export';

/** `excel` is a CSV with a byte order mark, by which Excel detects UTF-8. */
export type ExportFormat = ExportQuery['format'] | 'excel';

const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

/** The format of the server's response. */
export const sentFormat = (format: ExportFormat): ExportQuery['format'] => (format === 'excel' ? 'csv' : format);

/** `expected`: total rows of the file; null if unknown. */
export type ExportProgress = { rows: number; expected: number | null };

/** `isCut`: the file has the maximum number of rows, and more rows may match. */
type ExportedFile = { blob: Blob; rows: number; isCut: boolean };

const NEW_LINE = 0x0a;
const QUOTE = 0x22;

/** Counts the rows of a file, chunk by chunk. A line break inside quotes is part of a CSV value. */
const createRowCount = (format: ExportQuery['format']) => {
  // The first line of a CSV contains the column names.
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
 * Reads the stream of an export.
 * @param onProgress called at the start and after every chunk
 * @throws if the connection breaks, because the file is then incomplete
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

export const fileName = (format: ExportFormat, now: Date): string =>
  `integration-events-${now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-')}.${sentFormat(format)}`;
