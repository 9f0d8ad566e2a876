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
  id: text('The id of the event, unless the event has one of its own', { minLength: 1 }),
  source: text('Who publishes', { minLength: 1 }),
  type: text(`\`${INTEGRATION_EVENT_TYPE}\` where the data is the event; any other is the name of the event`, {
    minLength: 1,
  }),
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

const key: Json = { key: text('The id of the organization, so that its events stay in order') };

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
      title: 'The event itself',
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
      description:
        'With a type of its own the value is any JSON. Otherwise it is the event, whose id may be in the envelope only.',
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
  title: 'What was rejected',
  summary: 'The value and the key as they were published, with the reason in the headers',
  headers: headers(
    {
      [REJECTION_HEADERS.code]: { type: 'string', enum: [...REJECTION_CODES] },
      [REJECTION_HEADERS.reason]: text('What a person reads'),
      [REJECTION_HEADERS.pointer]: text('RFC 6901 pointer to the fault in the published value; empty for the whole'),
      [REJECTION_HEADERS.topic]: text('Where it was published'),
      [REJECTION_HEADERS.partition]: text('Its partition, digits'),
      [REJECTION_HEADERS.offset]: text('Its offset, digits'),
      [REJECTION_HEADERS.timestamp]: text('When Kafka took it, in milliseconds since 1970, digits'),
      [REJECTION_HEADERS.size]: text('Bytes of the value; of a very long one only the beginning is kept'),
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
      description: 'Publish integration events to Kafka; whatever is rejected comes back with its reason.',
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
        summary: 'Portico takes what integrations publish',
        channel: { $ref: '#/channels/integrationEvents' },
        messages: names(accepted, 'integrationEvents'),
      },
      sendRejectedEvent: {
        action: 'send',
        summary: 'Portico tells what it rejected',
        channel: { $ref: '#/channels/rejectedEvents' },
        messages: names(rejected, 'rejectedEvents'),
      },
    },
    components: { schemas: { IntegrationEvent: integrationEventSchema() } },
  };
}
