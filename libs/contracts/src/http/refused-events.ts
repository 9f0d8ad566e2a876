import { z } from 'zod/mini';
import { page } from '../common/page.ts';
import { Rejection } from '../events/integration-event.ts';
import { endpoint } from './endpoint.ts';
import * as rejected from './rejected-events.ts';

/** Rejected events under their earlier paths and with the earlier name of a field, until the next version. */
const earlier = { rejection: true } as const;
export const RefusedEvent = z.extend(z.omit(rejected.RejectedEvent, earlier), { refusal: Rejection });
export type RefusedEvent = z.infer<typeof RefusedEvent>;
export const RefusedEventContent = z.extend(z.omit(rejected.RejectedEventContent, earlier), { refusal: Rejection });
export type RefusedEventContent = z.infer<typeof RefusedEventContent>;

export const listRefusedEvents = endpoint({
  ...rejected.listRejectedEvents,
  path: '/events/refused',
  response: page(RefusedEvent),
  deprecated: true,
});
export const summarizeRefusedEvents = endpoint({
  ...rejected.summarizeRejectedEvents,
  path: '/events/refused/summary',
  deprecated: true,
});
export const getRefusedEvent = endpoint({
  ...rejected.getRejectedEvent,
  path: '/events/refused/{id}',
  response: RefusedEventContent,
  deprecated: true,
});
export const republishRefusedEvent = endpoint({
  ...rejected.republishEvent,
  path: '/events/refused/{id}/publish',
  deprecated: true,
});
