import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** A streamed download. An error in between breaks the connection, so that a reader never mistakes a part for the whole. */
export function streamedFile(name: string, type: string, content: Readable): StreamableFile {
  const file = new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  return file.setErrorHandler((error, response) => {
    file.errorLogger(error);
    response.destroy?.();
  });
}
