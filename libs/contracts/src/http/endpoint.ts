import type { z } from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint of the public API: request and response. Path parameters are `{name}` in the path. */
export type Endpoint = {
  method: Method;
  path: `/${string}`;
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
