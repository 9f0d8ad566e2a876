import { fold } from '@portico/contracts/common/fold';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';

/** Between the texts of one event, so that no search runs over the edge of two of them. */
const SEPARATOR = '\u001f';

/** SQL of what `fold` returns, for columns that are stored as written. A test holds both equal for every letter. */
export const foldSql = (text: string): string => composedSql(`upperUTF8(lowerUTF8(${composedSql(text)}))`);
/** SQL of what `composed` returns. ClickHouse composes nothing that is not valid UTF-8. */
export const composedSql = (text: string): string => `normalizeUTF8NFC(toValidUTF8(${text}))`;

/** What `query` looks into besides the trace id: event name, type and message, folded. */
export const searchText = (event: Pick<IntegrationEvent, 'event_name' | 'source_type' | 'details'>): string =>
  fold([event.event_name, event.source_type, event.details.message].join(SEPARATOR));
