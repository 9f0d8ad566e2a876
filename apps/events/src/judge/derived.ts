import { MAX_DERIVED } from '@portico/contracts/events/integration-event';
import { type Derived, DERIVED_FIELDS, type DerivedField, forFields } from '@portico/contracts/query/fields';

/** PostgreSQL, which keeps failure episodes, knows no NUL. */
const isKept = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_DERIVED && !value.includes('\0') && value.isWellFormed();

/** Attributes of an event's CloudEvent, unchecked. */
export type Attributes = Readonly<Partial<Record<DerivedField, unknown>>>;

/**
 * The derived fields of an event, such as its subject: the attribute of its CloudEvent, else the text of the field's name in its
 * details. Empty where neither states one that can be kept: an event is not rejected for it.
 */
export const derivedOf = (attributes: Attributes, details: Readonly<Record<string, unknown>>): Derived =>
  forFields(DERIVED_FIELDS, (name) => {
    const attribute = attributes[name];
    if (isKept(attribute) && attribute !== '') return attribute;
    const text = details[name];
    return isKept(text) ? text : '';
  });
