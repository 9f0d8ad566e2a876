import type { z } from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What the audit log contains of a call: an action, a noun and a verb, or the reason why it contains nothing. `targets`: each
 * noun, and the path parameter or body field with its id. Without it the target is the path's `id`, or the row that the call
 * created, named by the action's noun.
 */
export type Audit =
  | { readonly action: `${string}.${string}`; readonly targets?: Readonly<Record<string, string>> }
  | { readonly none: string };

/** Common reasons of calls that the audit log does not contain. */
export const READS_SETTINGS = { none: 'reads settings or states, no events' } as const;
export const COUNTS_ONLY = { none: 'reads counts, no events' } as const;
export const TRIES_ONLY = { none: 'tries, reads and changes nothing stored' } as const;
export const EVENTS_ARE_THE_RECORD = { none: 'the stored or rejected event is its record' } as const;

/** One endpoint of the public API: request and response. Path parameters are `{name}` in the path. */
export type Endpoint = {
  method: Method;
  path: `/${string}`;
  audit: Audit;
  summary: string;
  /** Answered for clients of an earlier version, until the next one. */
  deprecated?: true;
  /** A POST that makes something new answers 201. */
  created?: true;
  /** A POST whose work continues after its answer is answered 202. */
  accepted?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** Headers of this call's own, in lower case. */
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** Media type of an answer that is no JSON: a file, its schema a string; several when the query chooses. */
  media?: string | readonly string[];
};

/** Keeps each schema's own type, so that both ends infer from it. */
export const endpoint = /* @__NO_SIDE_EFFECTS__ */ <const E extends Endpoint>(definition: E): E => definition;
