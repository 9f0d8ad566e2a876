import { canonicalJson } from '../judge/canonical-json.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { isoToColumn } from '../table/schema/moments.ts';
import type { StoredContent } from '../table/stored-events.ts';

/** The event's content as stored. */
export function contentOf({ event, details }: AcceptedEvent): StoredContent {
  const { details: _, timestamp, ...fields } = event;
  return { ...fields, timestamp: isoToColumn(timestamp), details };
}

/** Whether two JSON texts are equivalent. Equivalent texts may differ, because a retry may use another serializer. */
const isSameJson = (a: string, b: string): boolean => a === b || canonicalJson(a) === canonicalJson(b);

/** Whether one event is a retry of another event: their published content is equal. */
export function isSameContent(a: StoredContent, b: StoredContent): boolean {
  const { details, ...fields } = a;
  return (
    Object.entries(fields).every(([name, value]) => Reflect.get(b, name) === value) && isSameJson(details, b.details)
  );
}
