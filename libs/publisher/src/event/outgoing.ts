import { complete, type NewEvent } from './event.ts';

/** Largest event that Portico accepts, in bytes of its JSON. */
export const MAX_EVENT_BYTES = 64 * 1024;

/** An event that is serialized for sending. Later changes of the caller's object have no effect. */
export type Outgoing = {
  readonly id: string;
  readonly sourceId: number | undefined;
  readonly organizationId: number | undefined;
  /** The whole event as JSON. */
  readonly text: string;
  /** Size of `text` in bytes of UTF-8. */
  readonly bytes: number;
};

/** Completes and serializes an event. @throws TypeError or RangeError for an event that cannot be written as JSON. */
export const toOutgoing = (event: NewEvent): Outgoing => {
  const whole = complete(event);
  const text = JSON.stringify(whole);
  const { id, source_id: sourceId, organization_id: organizationId } = whole;
  return { id, sourceId, organizationId, text, bytes: Buffer.byteLength(text) };
};
