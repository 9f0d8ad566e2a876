import type { z } from 'zod';
import type { Form } from './form.ts';
import { readParameters } from './parameters.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** One API endpoint. The `{id}` in its path is passed as `id`. */
export type Route = {
  method: Method;
  path: string;
  /** Returns the response body, with references as ids; the caller expands them. */
  answer: (id: string, form: Form) => { body: object; expand: readonly string[] };
};

/** Creates a route with a schema for its parameters. The schema rejects unknown parameters. */
export const route = <Parameters extends { expand: readonly string[] }>(
  method: Method,
  path: string,
  schema: z.ZodType<Parameters>,
  answer: (parameters: Parameters, id: string) => object,
): Route => ({
  method,
  path,
  answer: (id, form) => {
    const parameters = readParameters(schema, form);
    return { body: answer(parameters, id), expand: parameters.expand };
  },
});

export const findRoute = (
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined => {
  for (const candidate of routes) {
    const [before = '', after] = candidate.path.split('{id}');
    if (candidate.method !== method || !path.startsWith(before)) continue;
    if (after === undefined ? path === before : path.endsWith(after)) {
      const id = after === undefined ? '' : path.slice(before.length, path.length - after.length);
      if (after === undefined || /^[\w-]+$/.test(id)) return { route: candidate, id };
    }
  }
  return undefined;
};
