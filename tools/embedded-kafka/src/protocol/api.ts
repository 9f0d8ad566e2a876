import type { Broker } from '../broker.ts';
import type { Session } from '../session.ts';
import { Reader } from './reader.ts';
import type { Type } from './types.ts';
import { Writer } from './writer.ts';

export interface RequestContext {
  readonly broker: Broker;
  readonly version: number;
  readonly clientId: string;
  readonly clientHost: string;
  readonly session: Session;
  /** Aborts when the connection or the broker closes, so that handlers stop waiting for the client. */
  readonly signal: AbortSignal;
}

interface ApiDefinition<Request, RequestBody, Answer, Response> {
  readonly key: number;
  readonly name: string;
  /** Lowest and highest supported version. */
  readonly versions: readonly [number, number];
  /** First version with flexible encoding; `Infinity` if no version has this encoding. */
  readonly flexibleFrom: number;
  readonly request: Type<Request, RequestBody>;
  readonly response: Type<Answer, Response>;
  /** Handles a request. Returns undefined if the client expects no response. */
  handle(request: Request, context: RequestContext): Response | undefined | Promise<Response | undefined>;
}

/** An API without its type parameters, so that one table can hold all APIs. */
export interface Api {
  readonly key: number;
  readonly name: string;
  readonly versions: readonly [number, number];
  readonly flexibleFrom: number;
  /** Reads and handles the request's body. Returns the response's body, or undefined if there is no response. */
  serve(body: Reader, context: RequestContext): Promise<Writer | undefined>;
}

/** An API with both schemas, for clients: they write requests and read responses. */
export interface ClientApi<RequestBody, Answer> extends Api {
  readonly request: Type<unknown, RequestBody>;
  readonly response: Type<Answer, never>;
}

export function defineApi<Request, RequestBody, Answer, Response>(
  definition: ApiDefinition<Request, RequestBody, Answer, Response>,
): ClientApi<RequestBody, Answer> {
  const { key, name, versions, flexibleFrom, request, response } = definition;
  return {
    key,
    name,
    versions,
    flexibleFrom,
    request,
    response,
    async serve(body, context) {
      const flexible = context.version >= flexibleFrom;
      const parsed = request.read(body.withVersion(context.version, flexible));
      const answer = definition.handle(parsed, context);
      const given = answer instanceof Promise ? await answer : answer;
      if (given === undefined) return undefined;
      const writer = new Writer(context.version, flexible);
      response.write(writer, given);
      return writer;
    },
  };
}
