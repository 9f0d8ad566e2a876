import { ProblemDetails } from '@portico/contracts/common/problem';
import * as arrivals from '@portico/contracts/http/arrivals';
import * as audit from '@portico/contracts/http/audit';
import * as billing from '@portico/contracts/http/billing';
import * as channels from '@portico/contracts/http/channels';
import * as conformance from '@portico/contracts/http/conformance';
import * as connect from '@portico/contracts/http/connect';
import * as deadLetters from '@portico/contracts/http/dead-letters';
import * as emailChanges from '@portico/contracts/http/email-changes';
import { type Endpoint, isEndpoint } from '@portico/contracts/http/endpoint';
import * as episodeSettling from '@portico/contracts/http/episode-settling';
import * as episodes from '@portico/contracts/http/episodes';
import * as eventExport from '@portico/contracts/http/event-export';
import * as eventFacets from '@portico/contracts/http/event-facets';
import * as eventHealth from '@portico/contracts/http/event-health';
import * as eventIntegrations from '@portico/contracts/http/event-integrations';
import * as eventMinutes from '@portico/contracts/http/event-minutes';
import * as eventOpenings from '@portico/contracts/http/event-openings';
import * as eventSchemas from '@portico/contracts/http/event-schemas';
import * as eventTraces from '@portico/contracts/http/event-traces';
import * as eventUsage from '@portico/contracts/http/event-usage';
import * as events from '@portico/contracts/http/events';
import * as identity from '@portico/contracts/http/identity';
import * as ingest from '@portico/contracts/http/ingest';
import * as integrationHooks from '@portico/contracts/http/integration-hooks';
import * as integrationKeys from '@portico/contracts/http/integration-keys';
import * as integrationPublishers from '@portico/contracts/http/integration-publishers';
import * as integrations from '@portico/contracts/http/integrations';
import * as invitations from '@portico/contracts/http/invitations';
import * as maintenance from '@portico/contracts/http/maintenance';
import * as members from '@portico/contracts/http/members';
import * as memberships from '@portico/contracts/http/memberships';
import * as notices from '@portico/contracts/http/notices';
import * as oauth from '@portico/contracts/http/oauth';
import * as organizationBilling from '@portico/contracts/http/organization-billing';
import * as orgs from '@portico/contracts/http/orgs';
import * as privacy from '@portico/contracts/http/privacy';
import * as redrives from '@portico/contracts/http/redrives';
import * as rejectedEvents from '@portico/contracts/http/rejected-events';
import * as responsibilities from '@portico/contracts/http/responsibilities';
import * as rules from '@portico/contracts/http/rules';
import * as sessions from '@portico/contracts/http/sessions';
import * as silence from '@portico/contracts/http/silence';
import * as testEvents from '@portico/contracts/http/test-events';
import * as trouble from '@portico/contracts/http/trouble';
import * as usage from '@portico/contracts/http/usage';
import * as userExport from '@portico/contracts/http/user-export';
import * as viewAccess from '@portico/contracts/http/view-access';
import * as views from '@portico/contracts/http/views';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The contracts of each tag. */
const TAGS: Record<string, readonly object[]> = {
  identity: [identity, sessions, emailChanges, viewAccess, userExport],
  orgs: [orgs, memberships, members, invitations, usage],
  integrations: [integrations, connect, integrationKeys, integrationHooks, integrationPublishers, eventSchemas],
  doors: [ingest, oauth],
  billing: [billing, organizationBilling],
  events: [
    events,
    eventIntegrations,
    eventFacets,
    eventTraces,
    eventExport,
    eventHealth,
    eventMinutes,
    eventOpenings,
    eventUsage,
    arrivals,
    conformance,
    testEvents,
  ],
  rejected: [rejectedEvents],
  redrives: [redrives],
  privacy: [privacy],
  'dead letters': [deadLetters],
  views: [views],
  episodes: [episodes, episodeSettling],
  silence: [silence],
  trouble: [trouble],
  channels: [channels],
  responsibilities: [responsibilities],
  rules: [rules],
  notices: [notices],
  maintenance: [maintenance],
  audit: [audit],
};

type Call = { tag: string; name: string; endpoint: Endpoint };

const CALLS: readonly Call[] = Object.entries(TAGS).flatMap(([tag, contracts]) =>
  contracts
    .flatMap((contract) => Object.entries(contract))
    .flatMap(([name, value]) => (isEndpoint(value) ? [{ tag, name, endpoint: value }] : [])),
);

/** Method and path of every call in the contracts, such as `GET /users/{id}`. */
export const calls = (): string[] => CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`);

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

/** Returns the OpenAPI operation of calls with the same method and path. Their bodies differ per kind of caller. */
const operation = ([call, ...others]: Call[]): Json => {
  if (!call) return {};
  const { tag, name, endpoint: first } = call;
  const endpoints = [first, ...others.map(({ endpoint }) => endpoint)];
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
        description: isEmpty ? 'Done' : 'The result',
        ...(!isEmpty && { content: Object.fromEntries(media.map((type) => [type, { schema: anyOf(answers) }])) }),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
};

const operations = (): Record<string, Json> => {
  const paths: Record<string, Json> = {};
  const groups = Map.groupBy(CALLS, ({ endpoint: { method, path } }) => `${method.toLowerCase()} ${path}`);
  for (const [key, group] of groups) {
    const [method = '', path = ''] = key.split(' ');
    (paths[path] ??= {})[method] = operation(group);
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
          description: 'An error (RFC 9457)',
          content: { 'application/problem+json': { schema: schemaOf(ProblemDetails, 'output') } },
        },
      },
    },
  };
}
