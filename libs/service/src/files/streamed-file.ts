import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** Creates a streamed download. An error breaks the connection, so that the client detects the incomplete file. */
export function streamedFile(name: string, type: string, content: Readable): StreamableFile {
  const file = new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  return file.setErrorHandler((error, response) => {
    file.errorLogger(error);
    response.destroy?.();
  });
}
