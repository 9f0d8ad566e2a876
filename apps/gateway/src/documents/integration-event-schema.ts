import { IntegrationEvent, MAX_EVENT_BYTES, NAME_PATTERN } from '@portico/contracts/events/integration-event';
import { integrationEventExamples } from '@portico/contracts/events/integration-event.examples';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The description of each field for publishers. The schema contains the validation rules. */
const MEANINGS: Record<keyof IntegrationEvent, string> = {
  id: 'Unique for ever within the integration. Publish again with the same id after a doubtful send: it counts once.',
  source_id: 'The id of the integration. With a key of the integration it may be left out.',
  organization_id: 'The id of its organization. With a key of the integration it may be left out.',
  source_type: 'The kind of system that publishes; no control characters.',
  event_name: 'What happened, as a name that stays the same; no control characters.',
  timestamp: 'When it happened: within the last 90 days.',
  result: 'Whether it went well.',
  severity_text: 'How important it is.',
  trace_id: 'A W3C trace id, 32 lower-case hex digits: events with the same one belong together.',
  details:
    'Anything more, kept as it was published. Its texts `subject` and `environment` say what the event is about, and where it happened.',
};

/** Rules that zod omits from the generated schema. */
const RULES: Readonly<Json> = {
  source_type: { pattern: NAME_PATTERN.source },
  event_name: { pattern: NAME_PATTERN.source },
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Adds meanings and example values to the properties. */
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
          ...(inner && { properties: described(inner, { message: 'What people read.' }, value) }),
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
    description: `One event as an integration publishes it, at most ${MAX_EVENT_BYTES} bytes of JSON.`,
  };
};
