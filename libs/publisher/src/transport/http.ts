import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { checkKey, endpointOf, scrubber } from './access.ts';
import { toAnswer, toSendError } from './http-answer.ts';
import { SendError, type Transport } from './transport.ts';

export type HttpOptions = {
  /** Address of Portico's API, such as `https://api.example.com`. Plain http is only allowed on this machine. */
  url: string;
  /** The complete text of a key that may publish. The key identifies the integration. */
  key: string;
  /** Bodies with more bytes than this are compressed. Default 1,024. */
  gzipAboveBytes?: number | undefined;
  /** Allows plain http to another machine, for a private network on which the key is safe. */
  allowInsecureHttp?: boolean | undefined;
  /** Replaces the global fetch, for example to send through a proxy. */
  fetch?: typeof fetch | undefined;
};

const compress = promisify(gzip);

/**
 * Posts batches to `/ingest/events`. Portico answers after its Kafka has stored them.
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
      // Never send the key to another address.
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

/** fetch only reports that it failed, so the cause is more useful. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
};
