import { z } from 'zod/mini';
import { Storable } from '../common/fields.ts';
import { IdParams, pathText } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Maximum event names with a schema per integration. */
export const MAX_EVENT_SCHEMAS = 200;
/** Maximum size of a schema, in bytes of its JSON text. */
export const MAX_SCHEMA_BYTES = 32 * 1024;

/** A JSON Schema as an object; the service validates its content. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

/** Supported versions of JSON Schema, by their `$schema`. */
const DRAFTS = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'http://json-schema.org/draft-07/schema': '7',
} as const;
export type SchemaDraft = (typeof DRAFTS)[keyof typeof DRAFTS];
const hasOwn = <Known extends object>(known: Known, key: PropertyKey): key is keyof Known => Object.hasOwn(known, key);

/** The JSON Schema version of a schema: 2020-12 without `$schema`; null if the version is not supported. */
export const draftOf = ({ $schema }: JsonSchema): SchemaDraft | null => {
  if ($schema === undefined) return '2020-12';
  const name = typeof $schema === 'string' ? $schema.replace(/#$/, '') : '';
  return hasOwn(DRAFTS, name) ? DRAFTS[name] : null;
};

/** The expected `details` of one event name. The schema is advisory: Portico rejects no event because of it. `updatedBy`: an e-mail. */
export const EventSchema = z.object({
  event_name: z.string(),
  schema: JsonSchema,
  updatedAt: z.string(),
  updatedBy: z.string(),
});
export type EventSchema = z.infer<typeof EventSchema>;

/** The name of an event, as in `event_name`. */
export const EventName = Storable.check(z.minLength(1), z.maxLength(128));
export const EventSchemaParams = z.extend(IdParams, { event: pathText(EventName) });
export type EventSchemaParams = z.infer<typeof EventSchemaParams>;
export const EventSchemaQuery = z.object({ event: EventName });
export type EventSchemaQuery = z.infer<typeof EventSchemaQuery>;

export const listEventSchemas = endpoint({
  method: 'GET',
  path: '/integrations/{id}/schemas',
  audit: READS_SETTINGS,
  summary:
    "List the schemas of an integration's event names, by name; for its publishers, managers of its organization and administrators",
  params: IdParams,
  response: page(EventSchema),
});
export const saveEventSchema = endpoint({
  method: 'PUT',
  path: '/integrations/{id}/schemas/{event}',
  audit: { action: 'event-schema.save', targets: { integration: 'id', 'event-schema': 'event' } },
  summary: `Save the JSON Schema (2020-12 or draft-07) of the details of one event name, at most ${MAX_EVENT_SCHEMAS} names per integration; Portico rejects no event because of it`,
  params: EventSchemaParams,
  body: JsonSchema,
  response: EventSchema,
});
/**
 * The event name is in the query, because {@link EventSchemaParams} rejects the name `..`, for which an older release may have stored a
 * schema.
 */
export const removeEventSchema = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}/schemas',
  audit: { action: 'event-schema.remove', targets: { integration: 'id', 'event-schema': 'event' } },
  summary: 'Delete the schema of the event name in the query',
  params: IdParams,
  query: EventSchemaQuery,
  response: z.void(),
});
export const removeEventSchemaByPath = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}/schemas/{event}',
  audit: { action: 'event-schema.remove', targets: { integration: 'id', 'event-schema': 'event' } },
  summary: 'Delete the schema of one event name',
  deprecated: true,
  params: EventSchemaParams,
  response: z.void(),
});
