import type { EventRow } from '@portico/contracts/http/events';
import { survivesParsing } from '@portico/contracts/common/json-text';

/** An `EventRow` or a part of one as JSON, with `details` as published, because a JavaScript object would lose information. */
export function rowText(row: Omit<Partial<EventRow>, 'details' | 'details_text'>, details: string): string {
  const text = JSON.stringify(survivesParsing(details) ? row : { ...row, details_text: details });
  return `${text.slice(0, -1)},"details":${details}}`;
}
