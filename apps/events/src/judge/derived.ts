import { MAX_DERIVED } from '@portico/contracts/events/integration-event';
import { type Derived, DERIVED_FIELDS, type DerivedField, NO_DERIVED } from '@portico/contracts/query/fields';

/** Whether a value can be stored as a derived field. PostgreSQL, which stores failure episodes, does not support NUL. */
const isKept = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_DERIVED && !value.includes('\0') && value.isWellFormed();

/** Unverified attributes of an event's CloudEvent. */
export type Attributes = Readonly<Partial<Record<DerivedField, unknown>>>;

/**
 * Returns the derived fields of an event, such as its subject. The value is the CloudEvent attribute, or by default the text with the
 * field's name in the details. An invalid value is omitted; the event is still accepted.
 */
export function derivedOf(attributes: Attributes, details: Readonly<Record<string, unknown>>): Derived {
  let derived = NO_DERIVED;
  for (const name of DERIVED_FIELDS) {
    const attribute = attributes[name];
    const value = isKept(attribute) && attribute !== '' ? attribute : details[name];
    if (isKept(value) && value !== '') derived = { ...derived, [name]: value };
  }
  return derived;
}
