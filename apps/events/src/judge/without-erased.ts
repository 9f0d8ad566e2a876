import type { KafkaMessage } from '@portico/kafka';
import { withoutMark } from './byte-order-mark.ts';
import { claimsOf } from './claims.ts';
import { unwrap } from './cloud-event.ts';
import { namedIntegration } from './foreign-event.ts';
import { senderOf } from './judged-message.ts';
import { publishedHeaders } from './published-headers.ts';

type Message = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;
export type KnownErased = {
  organizations: { isErased: (id: number | null) => boolean };
  organizationOf: (integration: number) => number | null;
};

/** Id of the integration that the envelope of a foreign CloudEvent names; 0 without a foreign envelope. */
function namedIn({ value, headers = {} }: Message): number {
  try {
    const unwrapped = unwrap(JSON.parse(withoutMark(value ?? Buffer.of()).toString()), headers);
    return unwrapped.ok && unwrapped.foreign ? Number(namedIntegration(unwrapped.foreign)) : 0;
  } catch {
    return 0;
  }
}

/**
 * Returns a rejected message as it is stored. If the message is about an erased organization, only the message's position and sender
 * remain, without the published content. A message is about the organization that it claims, and the organizations of the integrations that
 * it comes from or claims.
 */
export function withoutErased<Any extends Message>(message: Any, known: KnownErased): Any {
  const { organizationId, sourceId } = claimsOf(message);
  const integrations = [sourceId ?? 0, senderOf(message), namedIn(message)];
  const organizations = [organizationId, ...integrations.map((id) => known.organizationOf(id))];
  if (!organizations.some((id) => known.organizations.isErased(id))) return message;
  const published = publishedHeaders(message.headers);
  const headers = Object.fromEntries(Object.entries(message.headers ?? {}).filter(([name]) => !(name in published)));
  return { ...message, key: null, value: null, headers };
}
