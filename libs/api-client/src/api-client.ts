import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { z } from 'zod';
import { errorOfResponse, unexpectedBody, unreachable } from './api-error.ts';
import { addressOf } from './request.ts';

/** An answer later than this counts as none. */
const TIMEOUT_MS = 30_000;

type Params<E> = E extends { params: infer S extends z.ZodType } ? { params: z.output<S> } : unknown;
type Query<E> = E extends { query: infer S extends z.ZodType } ? { query?: Partial<z.output<S>> } : unknown;
type Body<E> = E extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : unknown;
type OwnHeaders<E> = E extends { headers: infer S extends z.ZodType } ? { headers: z.input<S> } : unknown;

/** What a call of this endpoint takes, read off its contract. */
export type CallOptions<E extends Endpoint> = Params<E> & Query<E> & Body<E> & OwnHeaders<E> & { signal?: AbortSignal };
type Arguments<E extends Endpoint> =
  { signal?: AbortSignal } extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, unknown>;
  signal?: AbortSignal;
};

export type ApiClientOptions = {
  /** Without a path; a trailing slash does not matter. */
  baseUrl: string;
  /** The bearer token of the moment, or null for a call without one. */
  token: () => string | null;
  /** After a 401 to `refused`: answers another token, with which the call is made once more, or null to give up. */
  onUnauthenticated?: (refused: string) => Promise<string | null>;
};

export type ApiClient = {
  /**
   * Calls an endpoint and answers its parsed response.
   * @throws ApiError for every refusal, an answer of the wrong shape, and (code `unavailable`) when no answer came
   * @throws DOMException (`AbortError`) when the caller's `signal` ended the call
   */
  call: <E extends Endpoint>(endpoint: E, ...options: Arguments<E>) => Promise<z.output<E['response']>>;
};

const send = async (address: string, method: string, sent: Sent, token: string | null): Promise<Response> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, String(value));
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: 'omit',
      signal: sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout,
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
  } catch (error) {
    if (sent.signal?.aborted === true) throw error;
    throw unreachable(error);
  }
};

const parse = async <S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> => {
  if (!response.ok) throw await errorOfResponse(response);
  try {
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return schema.parse(body);
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw unexpectedBody(response, error);
  }
};

export const createApiClient = ({ baseUrl, token, onUnauthenticated }: ApiClientOptions): ApiClient => ({
  call: async <E extends Endpoint>(endpoint: E, ...[options]: Arguments<E>) => {
    const sent: Sent = options ?? {};
    const address = addressOf(baseUrl, endpoint.path, sent.params, sent.query);
    const used = token();
    const response = await send(address, endpoint.method, sent, used);
    if (response.status !== 401 || used === null || onUnauthenticated === undefined)
      return parse<E['response']>(endpoint.response, response);
    const renewed = await onUnauthenticated(used);
    return parse<E['response']>(
      endpoint.response,
      renewed === null ? response : await send(address, endpoint.method, sent, renewed),
    );
  },
});
