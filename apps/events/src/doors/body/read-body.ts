import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_INGEST_BYTES, MAX_UNPACKED_BYTES } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';

/** Timeout in milliseconds for receiving a body, shorter than the gateway's timeout for a response. */
const BODY_DEADLINE = 20_000;
/** Initial buffer size for a body of unknown length. */
const FIRST_BYTES = 16 * 1024;

const unpack = promisify(gunzip);
const tooLarge = (): Problem =>
  new Problem('payload_too_large', `The body has more than ${MAX_INGEST_BYTES} bytes. Send fewer events per request.`);

const late = (deadline: number): Problem =>
  new Problem('malformed_request', `The body did not arrive within ${deadline / 1_000} seconds`);

/**
 * Returns the body as sent. A body whose content length exceeds the limit is not read.
 * @throws Problem `payload_too_large`, `malformed_request`
 */
export async function readBody(request: IncomingMessage, deadline = BODY_DEADLINE): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_INGEST_BYTES) throw tooLarge();
  return collect(request, deadline);
}

/** Collects the body in one growing buffer, because a body that arrives byte by byte would need a million small buffers. */
function collect(request: IncomingMessage, deadline: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(Number(request.headers['content-length'] ?? FIRST_BYTES));
    let length = 0;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', broken).off('close', broken);
      // Without a listener, a later error of the request would end the process.
      request.on('error', () => undefined);
      end();
    };
    const take = (chunk: Buffer): void => {
      if (length + chunk.length > MAX_INGEST_BYTES) return settle(() => reject(tooLarge()));
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafe(
          Math.min(MAX_INGEST_BYTES, Math.max(bytes.length * 2, length + chunk.length)),
        );
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length += chunk.length;
    };
    const finish = (): void => settle(() => resolve(bytes.subarray(0, length)));
    const broken = (): void => settle(() => reject(new Problem('malformed_request', 'The body is incomplete')));
    const timer = setTimeout(() => settle(() => reject(late(deadline))), deadline);
    request.on('data', take).on('end', finish).on('error', broken).on('close', broken);
  });
}

/**
 * Decompresses a body up to {@link MAX_UNPACKED_BYTES}.
 * @throws Problem `payload_too_large`, `malformed_request`
 */
export async function unpackGzip(body: Buffer): Promise<Buffer> {
  try {
    return await unpack(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    if (error instanceof RangeError)
      throw new Problem('payload_too_large', `The body has more than ${MAX_UNPACKED_BYTES} bytes after decompression`);
    throw new Problem('malformed_request', 'The body is not gzip or is incomplete');
  }
}
