import type { IncomingMessage } from 'node:http';

/** Maximum bytes of a discarded body. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum milliseconds for discarding a body. */
const LONGEST = 5_000;

/**
 * Reads and discards the rest of a request's body, because a caller who is still sending would not see the response. Closes the
 * connection of a body that exceeds the limits.
 */
export function discard(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, LONGEST).unref();
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BYTES) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
