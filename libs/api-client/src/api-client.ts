import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { z } from 'zod/mini';
import { errorOfResponse, unexpectedBody, unreachable, refused } from './api-error.ts';
import { hasDotSegment, NO_DOT_SEGMENT } from '@portico/contracts/common/dot-segments';
import { labelOf } from '@portico/contracts/common/wording';

type Values = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Replaces `{name}` in a contract's path.
 * @throws TypeError when a value is missing
 * @throws ApiError when a value contains `.` or `..` segments, which `new URL` or a proxy would resolve to another path
 */
const fillPath = (path: string, params: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (isBlank(value)) throw new TypeError(`${path}: no value for {${name}}`);
    const text = String(value);
    if (hasDotSegment(text)) throw refused(name, `${labelOf([name])} should ${NO_DOT_SEGMENT}`);
    return encodeURIComponent(text);
  });

/** Returns the URL of a call. Empty query values are omitted, except `search`. A list becomes one comma-separated value. */
const addressOf = (baseUrl: string, path: string, params: Values = {}, query: Values = {}): string => {
  const url = new URL(baseUrl.replace(/\/$/, '') + fillPath(path, params));
  for (const [name, value] of Object.entries(query))
    if (!isBlank(value) || (name === 'search' && value === '')) url.searchParams.set(name, String(value));
  return url.href;
};

/** Timeout of a call in milliseconds. A slower call fails with code `unavailable`. */
const TIMEOUT_MS = 30_000;

type Params<E> = E extends { params: infer S extends z.ZodMiniType } ? { params: z.output<S> } : unknown;
type Query<E> = E extends { query: infer S extends z.ZodMiniType } ? { query?: Partial<z.output<S>> } : unknown;
type Body<E> = E extends { body: infer S extends z.ZodMiniType } ? { body: z.input<S> } : unknown;
type OwnHeaders<E> = E extends { headers: infer S extends z.ZodMiniType } ? { headers: z.input<S> } : unknown;

export type CallOptions<E extends Endpoint> = Params<E> & Query<E> & Body<E> & OwnHeaders<E> & { signal?: AbortSignal };
type Arguments<E extends Endpoint> =
  | [options: CallOptions<E>]
  | ({ signal?: AbortSignal } extends CallOptions<E> ? [] : never);

type Credentials = 'omit' | 'include';
type Rest<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Others] ? Others : never;

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, unknown>;
  signal?: AbortSignal;
};

type ApiClientOptions = {
  baseUrl: string;
  /** Returns the bearer token for a request, or null to send none. `path` does not include the query. */
  token: (request: { method: string; path: string }) => Promise<string | null> | string | null;
  /** Called after a 401 for the token `refused`. Returns another token to retry with, or null to fail. */
  onUnauthenticated?: (refused: string) => Promise<string | null>;
  /**
   * Called with every response, including errors.
   * @param sentAt when the request was sent, in milliseconds since 1970
   */
  onResponse?: (response: Response, sentAt: number) => void;
  /** Whether requests send and accept cookies. Default `omit`. */
  credentials?: Credentials;
};

export type ApiClient = {
  /**
   * Calls an endpoint and returns its parsed response.
   * @throws ApiError for an error response, for a response of the wrong shape, and (code `unavailable`) when no response arrived
   * @throws DOMException (`AbortError`) when the caller's `signal` aborted the call
   */
  call: <E extends Endpoint>(endpoint: E, ...options: Arguments<E>) => Promise<z.output<E['response']>>;
  /**
   * Calls an endpoint that returns a file, and returns the response while its body is still streaming. The call has no timeout; only
   * the caller's `signal` ends it.
   * @throws the same errors as `call`, until the body begins
   */
  stream: <E extends Endpoint>(endpoint: E, ...options: Arguments<E>) => Promise<Response>;
};

/** @param timeout milliseconds; null for none */
const signalOf = ({ signal }: Sent, timeout: number | null): AbortSignal | null => {
  const signals = [...(signal ? [signal] : []), ...(timeout === null ? [] : [AbortSignal.timeout(timeout)])];
  return signals.length === 0 ? null : AbortSignal.any(signals);
};

const send = async (
  credentials: Credentials,
  address: string,
  method: string,
  sent: Sent,
  token: string | null,
  timeout: number | null,
): Promise<Response> => {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, String(value));
  try {
    return await fetch(address, {
      method,
      headers,
      credentials,
      signal: signalOf(sent, timeout),
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
  } catch (error) {
    if (sent.signal?.aborted === true) throw error;
    throw unreachable(error);
  }
};

const parse = async <S extends z.ZodMiniType>(schema: S, response: Response): Promise<z.output<S>> => {
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

export const createApiClient = (options: ApiClientOptions): ApiClient => {
  const { baseUrl, token, onUnauthenticated, onResponse, credentials = 'omit' } = options;
  const sendRequest = async (...request: Rest<Parameters<typeof send>>): Promise<Response> => {
    const sentAt = Date.now();
    const response = await send(credentials, ...request);
    onResponse?.(response, sentAt);
    return response;
  };
  const request = async (endpoint: Endpoint, sent: Sent, timeout: number | null): Promise<Response> => {
    const address = addressOf(baseUrl, endpoint.path, sent.params, sent.query);
    const used = await token({ method: endpoint.method, path: new URL(address).pathname });
    const response = await sendRequest(address, endpoint.method, sent, used, timeout);
    if (response.status !== 401 || used === null || onUnauthenticated === undefined) return response;
    const renewed = await onUnauthenticated(used);
    return renewed === null ? response : sendRequest(address, endpoint.method, sent, renewed, timeout);
  };
  return {
    call: async <E extends Endpoint>(endpoint: E, ...[options]: Arguments<E>) =>
      parse<E['response']>(endpoint.response, await request(endpoint, options ?? {}, TIMEOUT_MS)),
    stream: async <E extends Endpoint>(endpoint: E, ...[options]: Arguments<E>) => {
      const response = await request(endpoint, options ?? {}, null);
      if (!response.ok) throw await errorOfResponse(response);
      return response;
    },
  };
};
