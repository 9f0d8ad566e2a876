import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SerializeOptions,
  SetMetadata,
} from '@nestjs/common';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import { z } from 'zod';

/** Metadata of a handler: the endpoint that it serves. */
export const ENDPOINT = 'portico:endpoint';

const toExpressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Returns the status of an endpoint's successful response. */
export const statusOf = (endpoint: Endpoint): number => {
  if (endpoint.response instanceof z.core.$ZodVoid) return 204;
  if (endpoint.accepted) return 202;
  return endpoint.method === 'POST' && endpoint.created ? 201 : 200;
};

/** Returns the schema of a list's items, because Nest validates a list item by item. */
const itemOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.core.$ZodArray ? schema._zod.def.element : schema;

/**
 * Serves one endpoint of the contracts: sets its method, path and status, and validates the response against its schema, so that only
 * the contract's fields leave the service.
 */
export function Serve(endpoint: Endpoint): MethodDecorator {
  return applyDecorators(
    RequestMapping({ path: toExpressPath(endpoint.path), method: RequestMethod[endpoint.method] }),
    SetMetadata(ENDPOINT, endpoint),
    HttpCode(statusOf(endpoint)),
    SerializeOptions({ schema: itemOf(endpoint.response) }),
  );
}
