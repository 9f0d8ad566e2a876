import { z } from 'zod/mini';
import { Id } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';
import { RevealRequest } from './privacy.ts';

/** People of one answer, those who opened it last. */
export const MAX_OPENINGS = 20;

/** Ids of events are any text, so they do not stand in the path. */
export const OpenedEvent = z.extend(z.pick(RevealRequest, { id: true, timestamp: true }), {
  source_id: z.pipe(z.coerce.number(), Id),
});
export type OpenedEvent = z.infer<typeof OpenedEvent>;

/** `email`: null when the person was deleted. `role`: the usertype when they last opened it, `VIEW` for an administrator who viewed as a customer. */
const Opening = z.object({ email: z.nullable(z.string()), role: z.nullable(z.string()), at: z.string() });
type Opening = z.infer<typeof Opening>;

/** `openedBy`: others who opened it or revealed parts of it; null for callers who neither manage its organization nor are administrators. */
export const EventOpenings = z.object({ openedBy: z.nullable(z.array(Opening)) });
export type EventOpenings = z.infer<typeof EventOpenings>;

export const openEvent = endpoint({
  method: 'GET',
  path: '/events/openings',
  audit: { action: 'event.open' },
  summary: 'Record that the caller opens an event, once per person, event and hour; for managers: who else opened it',
  query: OpenedEvent,
  response: EventOpenings,
});
