import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { integrationEventExamples } from '@portico/contracts/events/integration-event.examples';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse, stringify } from 'yaml';
import { asyncApi } from './asyncapi.ts';
import { integrationEventSchema } from './integration-event-schema.ts';

const require = createRequire(import.meta.url);
const document = asyncApi(['localhost:9092'], new Date());

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3', () => {
    const path = require.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');
    const schema = JSON.parse(readFileSync(path, 'utf8')) as object;
    const ajv = new Ajv({ strict: false, allErrors: false });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    expect([validate(document), validate.errors]).toEqual([true, null]);
    expect(validate({ ...document, channels: { broken: { address: 1 } } })).toBe(false);
  });

  it('keeps its content when it is converted to YAML', () => {
    expect(parse(stringify(document, { aliasDuplicateObjects: false }))).toEqual(document);
  });

  it('has examples that its schemas accept', () => {
    const { channels } = document as {
      channels: {
        integrationEvents: { messages: Record<string, { payload: object; examples: { payload: unknown }[] }> };
      };
    };
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const components = { $id: 'https://portico.test/asyncapi', components: document['components'] };
    ajv.addSchema(components);
    const messages = Object.values(channels.integrationEvents.messages);
    const judged = messages.flatMap(({ payload, examples }) => {
      const schema = JSON.parse(JSON.stringify(payload).replaceAll('"#/', `"${components.$id}#/`)) as object;
      const validate = ajv.compile(schema);
      return examples.map((example) => [validate(example.payload), validate.errors]);
    });
    expect(judged).toHaveLength(4);
    expect(judged.filter(([isValid]) => isValid !== true)).toEqual([]);
  });
});

describe('the JSON Schema of an event', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(integrationEventSchema());
  const [{ payload } = { payload: null }] = integrationEventExamples(new Date());
  const event = payload as Record<string, unknown>;

  it('describes every field, and accepts the example of each field', () => {
    const { properties } = integrationEventSchema() as {
      properties: Record<string, { description?: string; examples?: unknown[]; properties?: object }>;
    };
    expect(Object.keys(properties)).toEqual(Object.keys(event));
    for (const [name, { description, examples, properties: inner }] of Object.entries(properties)) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\w\.$/)]);
      if (inner === undefined) expect(validate({ ...event, [name]: examples?.[0] })).toBe(true);
    }
  });

  it.each([
    ['a valid event', {}],
    ['a wrong result', { result: 'OK' }],
    ['an invalid trace id', { trace_id: '0' }],
    ['a timestamp without an offset', { timestamp: '2026-01-01T00:00:00' }],
    ['an empty id', { id: '' }],
    ['details without a message', { details: {} }],
    ['an integration id that is a fraction', { source_id: 1.5 }],
  ])("agrees with the ingest's validation of %s", (_, change) => {
    const changed = { ...event, ...change };
    expect(validate(changed)).toBe(IntegrationEvent.safeParse(changed).success);
  });
});
