import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { detailsTerms } from './detail-terms.ts';
import { searchText } from './search-text.ts';

/** An event, and what is made of it when a filter looks into it. */
export type Searchable = {
  event: Omit<IntegrationEvent, 'details'>;
  /** Milliseconds since 1970, Kafka's own clock. */
  publishedAt: number;
  /** Empty when there is none. */
  subject: string;
  senderProven: boolean;
  /** Folded. */
  searchText: string;
  detailsTerms: readonly string[];
};

/** What a filter looks into, of one event. @param publishedAt milliseconds since 1970 */
export const searchable = (
  event: IntegrationEvent,
  publishedAt: number,
  subject: string,
  senderProven = false,
): Searchable => ({
  event,
  publishedAt,
  subject,
  senderProven,
  searchText: searchText(event),
  detailsTerms: detailsTerms(event.details),
});
