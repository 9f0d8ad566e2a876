import { fold } from '@portico/contracts/common/fold';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';

/** Separates the texts of an event, so that no search matches across two of them. */
const SEPARATOR = '\u001f';

/** SQL equivalent of `fold`, for columns that are not case-folded. A test compares both functions for every letter. */
export const foldSql = (text: string): string => composedSql(`upperUTF8(lowerUTF8(${composedSql(text)}))`);
/** SQL equivalent of `composed`. Replaces invalid UTF-8, because ClickHouse does not compose it. */
export const composedSql = (text: string): string => `normalizeUTF8NFC(toValidUTF8(${text}))`;

/** The case-folded text that a search reads in addition to the trace id: event name, type and message. */
export const searchText = (event: Pick<IntegrationEvent, 'event_name' | 'source_type' | 'details'>): string =>
  fold([event.event_name, event.source_type, event.details.message].join(SEPARATOR));
