import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { streamedFile } from './streamed-file.ts';

/** Answers rows as a file of one JSON text a line, streamed like {@link csvFile}. */
export const ndjsonFile = (name: string, rows: AsyncIterable<object>): StreamableFile =>
  streamedFile(name, 'application/x-ndjson; charset=utf-8', Readable.from(toLines(rows)));

async function* toLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
