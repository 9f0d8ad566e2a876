import {
  INTEGRATION_EVENT_TYPE,
  INTEGRATION_EVENTS_TOPIC,
  REJECTION_CODES,
  REJECTION_HEADERS,
  REJECTED_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { integrationEventExamples } from '@portico/contracts/events/integration-event.examples';
import { integrationEventSchema } from './integration-event-schema.ts';

type Json = Record<string, unknown>;

const text = (description: string, keywords: Json = {}): Json => ({ type: 'string', description, ...keywords });

const cloudEventAttributes: Json = {
  specversion: { const: '1.0' },
  id: text('Id of the event, if the data has no id', { minLength: 1 }),
  source: text('The publisher', { minLength: 1 }),
  type: text(
    `\`${INTEGRATION_EVENT_TYPE}\` if the data is an integration event; any other type is the name of the event`,
    {
      minLength: 1,
    },
  ),
};
const REQUIRED = ['specversion', 'id', 'source', 'type'];

const envelope = (): Json => ({
  type: 'object',
  properties: cloudEventAttributes,
  required: REQUIRED,
  anyOf: [
    {
      properties: {
        type: { const: INTEGRATION_EVENT_TYPE },
        data: { $ref: '#/components/schemas/IntegrationEvent' },
      },
      required: ['data'],
    },
    { properties: { type: { not: { const: INTEGRATION_EVENT_TYPE } } } },
  ],
});

const headers = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required });
const prefixed = (attributes: Json): Json =>
  Object.fromEntries(Object.entries(attributes).map(([name, schema]) => [`ce_${name}`, schema]));

const key: Json = { key: text('Id of the organization; Kafka keeps the order of events with the same key') };

/** The AsyncAPI messages that the ingest accepts, one per format. */
const acceptedMessages = (now: Date): Record<string, Json> => {
  const examples = integrationEventExamples(now).filter(({ verdict }) => verdict === 'accepted');
  const examplesOf = (...names: string[]): Json[] =>
    examples
      .filter(({ name }) => names.includes(name))
      .map(({ name, summary, headers: sent, payload }) => ({ name, summary, headers: sent, payload }));
  const bindings = { kafka: { ...key, bindingVersion: '0.5.0' } };
  const event = { $ref: '#/components/schemas/IntegrationEvent' };
  return {
    integrationEvent: {
      title: 'An integration event',
      contentType: 'application/json',
      payload: event,
      bindings,
      examples: examplesOf('success', 'failure'),
    },
    structuredCloudEvent: {
      title: 'A CloudEvent in structured mode',
      contentType: 'application/cloudevents+json',
      headers: headers({ 'content-type': text('application/cloudevents+json') }, []),
      payload: envelope(),
      bindings,
      examples: examplesOf('structured'),
    },
    binaryCloudEvent: {
      title: 'A CloudEvent in binary mode',
      contentType: 'application/json',
      headers: headers(
        prefixed(cloudEventAttributes),
        REQUIRED.map((name) => `ce_${name}`),
      ),
      description: `If \`ce_type\` is ${INTEGRATION_EVENT_TYPE}, the value is an integration event, whose id may be in \`ce_id\` only. Otherwise the value is any JSON.`,
      payload: { anyOf: [{ ...integrationEventSchema(), required: requiredWithoutId() }, {}] },
      bindings,
      examples: examplesOf('binary'),
    },
  };
};

const requiredWithoutId = (): unknown[] => {
  const { required } = integrationEventSchema();
  return Array.isArray(required) ? required.filter((name) => name !== 'id') : [];
};

const rejectedMessage = (): Json => ({
  title: 'A rejected event',
  summary: 'The published key and value, with the reason in the headers',
  headers: headers(
    {
      [REJECTION_HEADERS.code]: { type: 'string', enum: [...REJECTION_CODES] },
      [REJECTION_HEADERS.reason]: text('Reason in English'),
      [REJECTION_HEADERS.pointer]: text(
        'RFC 6901 pointer to the fault in the published value; empty for the whole value',
      ),
      [REJECTION_HEADERS.topic]: text('Topic of the publication'),
      [REJECTION_HEADERS.partition]: text('Partition of the publication, as digits'),
      [REJECTION_HEADERS.offset]: text('Offset of the publication, as digits'),
      [REJECTION_HEADERS.timestamp]: text('Arrival in Kafka in milliseconds since 1970, as digits'),
      [REJECTION_HEADERS.size]: text(
        'Bytes of the published value; Portico stores only the beginning of a very long value',
      ),
    },
    Object.values(REJECTION_HEADERS),
  ),
  payload: {},
});

const names = (messages: object, channel: string): Json[] =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

/** The AsyncAPI 3 document of the topics that external integrations publish to and read from. @param brokers `host:port` */
export function asyncApi(brokers: readonly string[], now: Date): Json {
  const accepted = acceptedMessages(now);
  const rejected = { rejectedEvent: rejectedMessage() };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Portico events',
      version: '1',
      description: 'Publish integration events to Kafka. Portico returns rejected events with the reason.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(brokers.map((host, index) => [`kafka${index + 1}`, { host, protocol: 'kafka' }])),
    channels: {
      integrationEvents: { address: INTEGRATION_EVENTS_TOPIC, title: 'Integration events', messages: accepted },
      rejectedEvents: { address: REJECTED_EVENTS_TOPIC, title: 'Rejected events', messages: rejected },
    },
    operations: {
      receiveIntegrationEvent: {
        action: 'receive',
        summary: 'Portico receives events that integrations publish',
        channel: { $ref: '#/channels/integrationEvents' },
        messages: names(accepted, 'integrationEvents'),
      },
      sendRejectedEvent: {
        action: 'send',
        summary: 'Portico publishes rejected events',
        channel: { $ref: '#/channels/rejectedEvents' },
        messages: names(rejected, 'rejectedEvents'),
      },
    },
    components: { schemas: { IntegrationEvent: integrationEventSchema() } },
  };
}
