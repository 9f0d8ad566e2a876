import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** A file to download that is sent as it is read. A failure half way breaks the connection off, so that a part is never
 * taken for the whole. */
export function streamedFile(name: string, type: string, content: Readable): StreamableFile {
  const file = new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  return file.setErrorHandler((error, response) => {
    file.errorLogger(error);
    response.destroy?.();
  });
}
