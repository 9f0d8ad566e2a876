import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { checkKey, endpointOf, scrubber } from './access.ts';
import { toAnswer, toSendError } from './http-answer.ts';
import { SendError, type Transport } from './transport.ts';

export type HttpOptions = {
  /** Address of Portico's API, such as `https://api.example.com`. By default, plain http is allowed only to this machine. */
  url: string;
  /** A complete key with permission to publish. The key identifies the integration. */
  key: string;
  /** Size in bytes above which a request body is compressed. Default 1,024. */
  gzipAboveBytes?: number | undefined;
  /** Allows plain http to another machine. Only safe on a private network in which no stranger can read the key. */
  allowInsecureHttp?: boolean | undefined;
  /** Replaces the global fetch, for example to send through a proxy. */
  fetch?: typeof fetch | undefined;
};

const compress = promisify(gzip);

/**
 * Creates a transport that posts batches to `/ingest/events`. Portico responds after Kafka has stored the batch.
 * @throws ConfigurationError for an invalid url or key.
 */
export const httpTransport = (options: HttpOptions): Transport => {
  const endpoint = endpointOf(options.url, options.allowInsecureHttp ?? false);
  const authorization = `Bearer ${checkKey(options.key)}`;
  const scrubbed = scrubber(options.key);
  const { gzipAboveBytes = 1_024, fetch: request = fetch } = options;

  const post = async (text: string, signal: AbortSignal): Promise<{ response: Response; body: string }> => {
    const isLarge = Buffer.byteLength(text) > gzipAboveBytes;
    const response = await request(endpoint, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'user-agent': 'portico-publisher/0.1.0',
        ...(isLarge && { 'content-encoding': 'gzip' }),
      },
      body: isLarge ? new Uint8Array(await compress(text)) : text,
      // Do not follow redirects, because they would send the key to another address.
      redirect: 'manual',
      signal,
    });
    return { response, body: scrubbed(await response.text()) };
  };

  return {
    send: async (events, signal) => {
      const text = `[${events.map((event) => event.text).join(',')}]`;
      const { response, body } = await post(text, signal).catch((error: unknown) => {
        throw new SendError(`no answer from ${endpoint.host}: ${scrubbed(reasonOf(error))}`, { isRetryable: true });
      });
      if (response.status === 202) return toAnswer(body);
      throw toSendError(response, body);
    },
  };
};

/** Returns the message of an error's cause, because the message of a `fetch` error does not contain the reason. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
};
