import type { IncomingMessage } from 'node:http';

/** What is read of a body that nobody wants, in bytes and milliseconds: a caller who still sends does not see the answer. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST = 5_000;

/** Lets the rest of a request's body go, so that its answer arrives. A body that does not end costs its connection. */
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
