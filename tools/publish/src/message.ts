import { INTEGRATION_EVENT_TYPE, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Message } from '@portico/kafka/client';

export const CLOUD_EVENT_MODES = ['structured', 'binary'] as const;
export type CloudEventMode = (typeof CLOUD_EVENT_MODES)[number];

/**
 * Converts an integration event to a Kafka message: plain JSON, or a CloudEvent with its attributes around the event (structured) or
 * in the headers (binary). The key keeps the events of one organization in order.
 */
export const toMessage = (event: IntegrationEvent, mode?: CloudEventMode): Message => {
  const key = String(event.organization_id);
  const attributes = {
    specversion: '1.0',
    id: event.id,
    source: `/integrations/${event.source_id}`,
    type: INTEGRATION_EVENT_TYPE,
    time: event.timestamp,
  };
  if (mode === 'structured') {
    return {
      key,
      value: JSON.stringify({ ...attributes, datacontenttype: 'application/json', data: event }),
      headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8' },
    };
  }
  const headers = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value]);
  return {
    key,
    value: JSON.stringify(event),
    headers: { 'content-type': 'application/json', ...(mode === 'binary' && Object.fromEntries(headers)) },
  };
};
