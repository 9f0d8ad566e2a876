import type { IncomingMessage } from 'node:http';

/** Maximum bytes and milliseconds for discarding a body: a caller who is still sending would not see the response. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST = 5_000;

/**
 * Reads and discards the rest of a request's body, so that the caller sees the response. A body beyond the limit closes its
 * connection.
 */
export function discard(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, LONGEST).unref();
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_BYTES) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
