import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { z } from 'zod/mini';
import type { Answer } from '../fake-network.ts';
import { refusalOf } from '../refusal.ts';

type Body<E extends Endpoint> = E extends { body: infer Schema extends z.ZodMiniType } ? z.infer<Schema> : undefined;

/** A request. `id` is the first path parameter as a number, or NaN if the path has no parameter. `lastText` is the last path parameter. */
type TypedRequest<E extends Endpoint> = {
  query: URLSearchParams;
  id: number;
  idText: string;
  lastText: string;
  body: Body<E>;
};

export type TypedAnswer = { name: RegExp; answer: Answer };

/** Fakes one endpoint. The compiler checks the response against the contract, and the contract's schema checks the request body. */
export const answering = <const E extends Endpoint>(
  endpoint: E,
  give: (callRequest: TypedRequest<E>) => z.input<E['response']> | Response,
): TypedAnswer => {
  const name = new RegExp(`^${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  return {
    name,
    answer: (url, request) => {
      const [, idText = '', lastText = idText] = name.exec(`${endpoint.method} ${url.pathname}`) ?? [];
      const sent: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
      const parsed = endpoint.body?.safeParse(sent);
      if (parsed?.success === false) {
        const faults = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message }));
        return refusalOf(400, 'validation_failed', faults[0]?.message ?? 'Invalid', faults);
      }
      // The schema has validated the body, so the type is correct.
      const body = parsed?.data as Body<E>;
      return (
        give({ query: url.searchParams, id: idText === '' ? NaN : Number(idText), idText, lastText, body }) ??
        new Response()
      );
    },
  };
};
