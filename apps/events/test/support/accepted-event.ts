import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Position } from '@portico/contracts/events/position';
import { type Derived, NO_DERIVED } from '@portico/contracts/query/fields';
import { AcceptedEvent } from '../../src/judge/accepted-event.ts';

type Changes = { publishedAt?: number; details?: string; derived?: Derived };

/** Creates the accepted event of a message that arrives at this position. */
export const acceptedEvent = (
  event: IntegrationEvent,
  position: Position,
  { publishedAt = Date.now(), details = JSON.stringify(event.details), derived = NO_DERIVED }: Changes = {},
): AcceptedEvent => new AcceptedEvent(event, position, publishedAt, details.length, details, derived);
