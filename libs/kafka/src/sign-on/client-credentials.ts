import { z } from 'zod';
import { KafkaJSConnectionError, KafkaJSNonRetriableError } from '../client.ts';
import type { BearerToken } from './bearer-tokens.ts';

type ClientCredentials = { url: string; clientId: string; clientSecret: string; scope: string | undefined };

const TIMEOUT_MS = 10_000;
/** Lifetime in seconds of a token whose endpoint does not state one. */
const UNKNOWN_LIFE = 60;

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().optional() });

/** Form-encodes an id or secret for HTTP Basic, as RFC 6749 2.3.1 requires. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

/**
 * Requests a token from an OAuth endpoint with the client credentials grant (RFC 6749, 4.4). Sends id and secret as HTTP Basic.
 * @throws errors of kafkajs: kafkajs retries if the endpoint is unavailable, and stops if the endpoint rejects the client.
 */
export async function requestToken({ url, clientId, clientSecret, scope }: ClientCredentials): Promise<BearerToken> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`,
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new KafkaJSConnectionError(`the token endpoint ${url} does not answer: ${String(error)}`);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status === 400 || response.status === 401 || response.status === 403)
    throw new KafkaJSNonRetriableError(
      `the token endpoint ${url} refuses ${clientId}: ${response.status} ${z.object({ error: z.string() }).safeParse(body).data?.error ?? ''}`.trimEnd(),
    );
  const answer = Answer.safeParse(body);
  if (!response.ok || !answer.success)
    throw new KafkaJSConnectionError(`the token endpoint ${url} answered ${response.status} and no token`);
  const { access_token: value, expires_in: life = UNKNOWN_LIFE } = answer.data;
  return { value, endsAt: Date.now() + life * 1_000 };
}
