import type { z } from 'zod/mini';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What the audit log records of a call: an action (noun and verb), or the reason why it records no entry. `targets` maps a noun to the
 * path parameter or body field with its id. The default target has the action's noun, and the path's `id` or the created row's id.
 */
type Audit =
  | { readonly action: `${string}.${string}`; readonly targets?: Readonly<Record<string, string>> }
  | { readonly none: string };

/** Common reasons for calls without an audit entry. */
export const READS_SETTINGS = { none: 'reads settings or states, no events' } as const;
export const COUNTS_ONLY = { none: 'reads counts, and never shows an event' } as const;
export const TRIES_ONLY = { none: 'only tries or reads, and changes nothing stored' } as const;
export const EVENTS_ARE_THE_RECORD = { none: 'the stored or rejected event is its record' } as const;

/** One endpoint of the public API: request and response. Path parameters are `{name}` in the path. */
export type Endpoint = {
  method: Method;
  path: `/${string}`;
  audit: Audit;
  summary: string;
  /** True if the endpoint only serves clients of the previous version; the next version removes it. */
  deprecated?: true;
  /** True for a POST that creates a row and returns 201. */
  created?: true;
  /** True for a POST that continues its work in the background and returns 202. */
  accepted?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** Headers specific to this call, in lower case. */
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** Media type of a response that is a file (schema: a string). An array if the query selects one of several media types. */
  media?: string | readonly string[];
};

/** Whether an export of a contract module is an endpoint. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** Returns the definition unchanged. The generic parameter preserves the type of each schema for inference. */
export const endpoint = /* @__NO_SIDE_EFFECTS__ */ <const E extends Endpoint>(definition: E): E => definition;
