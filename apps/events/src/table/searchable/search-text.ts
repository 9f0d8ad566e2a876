import type { IntegrationEvent } from '@portico/contracts/events/integration-event';

/** Between the texts of one event, so that no search runs over the edge of two of them. */
const SEPARATOR = '\u001f';

/**
 * The same text for every way of writing its letters. Both readers of a filter compare text that was folded here, because
 * no two engines agree on the cases of Unicode. Lower case first, for letters like the Kelvin sign; then upper case, for
 * letters whose lower case depends on where they stand, and for `ß`, which is found by `ss`.
 */
export const fold = (text: string): string => text.toLowerCase().toUpperCase();

/** What `query` looks into besides the trace id: event name, type and message, folded. */
export const searchText = (event: Pick<IntegrationEvent, 'event_name' | 'source_type' | 'details'>): string =>
  fold([event.event_name, event.source_type, event.details.message].join(SEPARATOR));
