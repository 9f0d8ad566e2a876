import type { KafkaMessage } from '@portico/kafka';
import { withoutMark } from './byte-order-mark.ts';
import { unwrap } from './cloud-event.ts';
import { isJsonObject } from '@portico/contracts/common/json-text';

/** The unverified ids in a rejected value; null for an id that is missing or unreadable. */
type Claims = { eventId: string | null; sourceId: number | null; organizationId: number | null };

export const NO_CLAIMS: Claims = { eventId: null, sourceId: null, organizationId: null };
const LONGEST_ID = 128;

const idOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;

/** The event in a value, which may be in an envelope. For an invalid envelope, the envelope's `data`, if any. */
const eventIn = (json: unknown, headers: KafkaMessage['headers']): unknown => {
  const unwrapped = unwrap(json, headers ?? {});
  if (unwrapped.ok) return unwrapped.event;
  return isJsonObject(json) && isJsonObject(json['data']) ? json['data'] : json;
};

export function claimsOf({ value, headers }: Pick<KafkaMessage, 'value' | 'headers'>): Claims {
  let json: unknown;
  try {
    json = value === null ? null : JSON.parse(withoutMark(value).toString());
  } catch {
    return NO_CLAIMS;
  }
  const event = eventIn(json, headers);
  if (!isJsonObject(event)) return NO_CLAIMS;
  const { id, source_id, organization_id } = event;
  const isId = typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && id.isWellFormed();
  return { eventId: isId ? id : null, sourceId: idOf(source_id), organizationId: idOf(organization_id) };
}
