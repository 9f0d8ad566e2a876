import { z } from 'zod/mini';
import { IdText } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';
import { RevealRequest } from './privacy.ts';

/** Maximum people per response: those who opened the event most recently. */
export const MAX_OPENINGS = 20;

/** Identifies an event in the query instead of the path, because an event id may be any text. */
export const OpenedEvent = z.extend(z.pick(RevealRequest, { id: true, timestamp: true }), {
  source_id: IdText,
});
export type OpenedEvent = z.infer<typeof OpenedEvent>;

/** `email`: null for a deleted person. `role`: the usertype at that time; `VIEW`: an administrator who viewed as a customer. */
const Opening = z.object({ email: z.nullable(z.string()), role: z.nullable(z.string()), at: z.string() });
type Opening = z.infer<typeof Opening>;

/** `openedBy`: people except the caller who opened the event or revealed parts of it; null if the caller's role is below manager. */
export const EventOpenings = z.object({ openedBy: z.nullable(z.array(Opening)) });
export type EventOpenings = z.infer<typeof EventOpenings>;

export const openEvent = endpoint({
  method: 'GET',
  path: '/events/openings',
  audit: { action: 'event.open' },
  summary:
    'Record that the caller opens an event, once per person, event and hour; managers also get who else opened it',
  query: OpenedEvent,
  response: EventOpenings,
});
