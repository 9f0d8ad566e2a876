import { ProblemDetails } from '@portico/contracts/common/problem';
import * as billing from '@portico/contracts/http/billing';
import * as conformance from '@portico/contracts/http/conformance';
import * as connect from '@portico/contracts/http/connect';
import * as channels from '@portico/contracts/http/channels';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import * as exports from '@portico/contracts/http/event-export';
import * as facets from '@portico/contracts/http/event-facets';
import * as health from '@portico/contracts/http/event-health';
import * as deadLetters from '@portico/contracts/http/dead-letters';
import * as eventIntegrations from '@portico/contracts/http/event-integrations';
import * as eventSchemas from '@portico/contracts/http/event-schemas';
import * as responsibilities from '@portico/contracts/http/responsibilities';
import * as rules from '@portico/contracts/http/rules';
import * as testEvents from '@portico/contracts/http/test-events';
import * as traces from '@portico/contracts/http/event-traces';
import * as events from '@portico/contracts/http/events';
import * as identity from '@portico/contracts/http/identity';
import * as ingest from '@portico/contracts/http/ingest';
import * as keys from '@portico/contracts/http/integration-keys';
import * as publishers from '@portico/contracts/http/integration-publishers';
import * as integrations from '@portico/contracts/http/integrations';
import * as invitations from '@portico/contracts/http/invitations';
import * as maintenance from '@portico/contracts/http/maintenance';
import * as members from '@portico/contracts/http/members';
import * as memberships from '@portico/contracts/http/memberships';
import * as organizationBilling from '@portico/contracts/http/organization-billing';
import * as oauth from '@portico/contracts/http/oauth';
import * as orgs from '@portico/contracts/http/orgs';
import * as notices from '@portico/contracts/http/notices';
import * as redrives from '@portico/contracts/http/redrives';
import * as rejected from '@portico/contracts/http/rejected-events';
import * as views from '@portico/contracts/http/views';
import { z } from 'zod';

type Json = Record<string, unknown>;

const TAGS: Record<string, object> = {
  identity,
  orgs: { ...orgs, ...memberships, ...members, ...invitations },
  integrations: { ...integrations, ...connect, ...keys, ...publishers, ...eventSchemas },
  doors: { ...ingest, ...oauth },
  billing: { ...billing, ...organizationBilling },
  events: {
    ...events,
    ...eventIntegrations,
    ...facets,
    ...traces,
    ...exports,
    ...health,
    ...conformance,
    ...testEvents,
  },
  rejected,
  redrives,
  'dead letters': deadLetters,
  views,
  channels,
  responsibilities,
  rules,
  notices,
  maintenance,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return json;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parameters = (place: 'path' | 'query' | 'header', schema: z.core.$ZodType | undefined): Json[] => {
  if (!schema) return [];
  const { properties, required } = schemaOf(schema, 'input');
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: property,
  }));
};

/** Returns the only schema, or an `anyOf` of several schemas. */
const anyOf = (schemas: Json[]): Json => (schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas });

/** The OpenAPI operation of calls with the same method and path, named after the first call. Bodies may differ per kind of caller. */
const operation = (tag: string, calls: [name: string, endpoint: Endpoint][]): Json => {
  const [[name, first] = raise()] = calls;
  const endpoints = calls.map(([, endpoint]) => endpoint);
  const isEmpty = first.response instanceof z.core.$ZodVoid;
  const status = isEmpty ? '204' : first.created ? '201' : first.accepted ? '202' : '200';
  const bodies = endpoints.flatMap(({ body }) => (body ? [schemaOf(body, 'input')] : []));
  const answers = endpoints.map(({ response }) => schemaOf(response, 'output'));
  const media = [first.media ?? 'application/json'].flat();
  return {
    operationId: name,
    tags: [tag],
    ...(endpoints.every(({ deprecated }) => deprecated) && { deprecated: true }),
    summary: endpoints.map(({ summary }) => summary).join('; '),
    parameters: [
      ...parameters('path', first.params),
      ...parameters('query', first.query),
      ...endpoints
        .flatMap(({ headers }) => parameters('header', headers))
        .map((header) => ({
          ...header,
          required: endpoints.length === 1,
        })),
    ],
    ...(bodies.length > 0 && {
      requestBody: { required: true, content: { 'application/json': { schema: anyOf(bodies) } } },
    }),
    responses: {
      [status]: {
        description: isEmpty ? 'Done' : 'The answer',
        ...(!isEmpty && { content: Object.fromEntries(media.map((type) => [type, { schema: anyOf(answers) }])) }),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
};

const raise = (): never => {
  throw new TypeError('an operation is made of at least one call');
};

/** Method and path of every call in the contracts, such as `GET /users/{id}`. */
export const calls = (): string[] =>
  Object.values(TAGS).flatMap((contracts) =>
    Object.values(contracts)
      .filter(isEndpoint)
      .map(({ method, path }) => `${method} ${path}`),
  );

/** Every call in the contracts, by path and method. */
const operations = (): Record<string, Json> => {
  const paths: Record<string, Json> = {};
  for (const [tag, contracts] of Object.entries(TAGS)) {
    const calls = Object.entries(contracts).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
    for (const [door, same] of Map.groupBy(calls, ([, { method, path }]) => `${method} ${path}`)) {
      const [method = '', path = ''] = door.split(' ');
      (paths[path] ??= {})[method.toLowerCase()] = operation(tag, same);
    }
  }
  return paths;
};

/** OpenAPI 3.1 of the whole public API, generated from the contracts that clients and services validate against. */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: 'Customer and admin portal with a realtime console for integration events.',
    },
    security: [{ productToken: [] }],
    paths: operations(),
    components: {
      securitySchemes: { productToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Problem: {
          description: 'A refusal, RFC 9457',
          content: { 'application/problem+json': { schema: schemaOf(ProblemDetails, 'output') } },
        },
      },
    },
  };
}
