import { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import { streamedFile } from './streamed-file.ts';

/** Streams JSON texts as a file with one text per line, like {@link csvFile}. The texts must not contain line breaks. */
export const ndjsonFile = (name: string, rows: AsyncIterable<string>): StreamableFile =>
  streamedFile(name, 'application/x-ndjson; charset=utf-8', Readable.from(toLines(rows)));

async function* toLines(rows: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row}\n`;
}
