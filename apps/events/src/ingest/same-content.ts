import { canonicalJson } from '../judge/canonical-json.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { isoToColumn } from '../table/schema/moments.ts';
import type { StoredContent } from '../table/stored-events.ts';

/** The event as it would be stored. */
export function contentOf({ event, details }: AcceptedEvent): StoredContent {
  const { details: _, timestamp, ...fields } = event;
  return { ...fields, timestamp: isoToColumn(timestamp), details };
}

/** Whether two texts of details say the same: a retry may have been written by another serializer. */
const isSameJson = (a: string, b: string): boolean => a === b || canonicalJson(a) === canonicalJson(b);

/** Whether one is a retry of the other: everything that was published is the same. */
export function isSameContent(a: StoredContent, b: StoredContent): boolean {
  const { details, ...fields } = a;
  return (
    Object.entries(fields).every(([name, value]) => Reflect.get(b, name) === value) && isSameJson(details, b.details)
  );
}
