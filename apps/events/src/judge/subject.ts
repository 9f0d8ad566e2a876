import { MAX_SUBJECT } from '@portico/contracts/events/integration-event';

/** PostgreSQL, which keeps failure episodes, knows no NUL. */
const isSubject = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_SUBJECT && !value.includes('\0') && value.isWellFormed();

/**
 * What an event is about, such as an order: the attribute of its CloudEvent, else the text `subject` in its details. Empty where
 * neither says one that can be kept: an event is not rejected for it.
 */
export function subjectOf(attribute: unknown, details: Readonly<Record<string, unknown>>): string {
  if (isSubject(attribute) && attribute !== '') return attribute;
  const { subject } = details;
  return isSubject(subject) ? subject : '';
}
