import { IntegrationEvent, MAX_EVENT_BYTES, NAME_PATTERN } from '@portico/contracts/events/integration-event';
import { integrationEventExamples } from '@portico/contracts/events/integration-event.examples';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The description of each field for publishers. The schema contains the validation rules. */
const MEANINGS: Record<keyof IntegrationEvent, string> = {
  id: 'Unique within the integration, for all time. After an unconfirmed send, publish the event again with the same id: Portico counts it once.',
  source_id: 'Id of the integration. Optional with a key of the integration.',
  organization_id: "Id of the integration's organization. Optional with a key of the integration.",
  source_type: 'Kind of the publishing system, without control characters.',
  event_name: 'Name of what happened, the same for all such events, without control characters.',
  timestamp: 'When the event happened, within the last 90 days.',
  result: 'Whether the operation succeeded.',
  severity_text: 'Severity of the event.',
  trace_id: 'W3C trace id: 32 lower-case hex digits. Events with the same trace id belong together.',
  details:
    'Further data, stored unchanged. The texts `subject` and `environment` name the object of the event, and where it happened.',
};

/** Rules that zod omits from the generated schema. */
const RULES: Readonly<Json> = {
  source_type: { pattern: NAME_PATTERN.source },
  event_name: { pattern: NAME_PATTERN.source },
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const described = (properties: unknown, meanings: Readonly<Json>, example: unknown, rules: Readonly<Json> = {}): Json =>
  Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
      const value = isObject(example) ? example[name] : undefined;
      const inner = isObject(property) && isObject(property['properties']) ? property['properties'] : null;
      return [
        name,
        {
          ...(isObject(property) && property),
          ...(isObject(rules[name]) && rules[name]),
          ...(inner && { properties: described(inner, { message: 'Text for people.' }, value) }),
          ...(meanings[name] !== undefined && { description: meanings[name] }),
          ...(value !== undefined && !inner && { examples: [value] }),
        },
      ];
    }),
  );

/**
 * JSON Schema (2020-12) of a published integration event, generated from the ingest's schema.
 * @param now date of the schema's examples
 */
export const integrationEventSchema = (now = new Date()): Json => {
  const schema = z.toJSONSchema(IntegrationEvent, { io: 'input', target: 'draft-2020-12' });
  const [{ payload } = { payload: {} }] = integrationEventExamples(now);
  return {
    ...schema,
    properties: described(schema.properties, MEANINGS, payload, RULES),
    title: 'Integration event',
    description: `An event that an integration publishes: at most ${MAX_EVENT_BYTES} bytes of JSON.`,
  };
};
