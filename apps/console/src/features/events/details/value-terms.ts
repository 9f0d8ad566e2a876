import { equal, isValue } from '@portico/contracts/query/edit';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import type { Is } from '@portico/contracts/query/query';
import type { EventRow } from '@portico/contracts/http/events';
import { ExactNumber } from './exact-json.ts';

/** Maximum length of a value in a query, and maximum depth of a path in the details. */
const MAX_LENGTH = 500;
const MAX_DEPTH = 8;

/** Functions that return the query term for an event's value, by the field's name in {@link EventRow}. */
const FIELDS: Partial<Record<keyof EventRow, (event: EventRow) => Is>> = {
  integration: ({ integration, source_id }) =>
    integration === null ? idOf('integration', source_id) : isValue('integration', integration),
  source_id: ({ source_id }) => idOf('integration', source_id),
  organization: ({ organization_id }) => isValue('organization', organization_id),
  organization_id: ({ organization_id }) => isValue('organization', organization_id),
  source_type: ({ source_type }) => isValue('type', source_type),
  event_name: ({ event_name }) => isValue('event', event_name),
  result: ({ result }) => isValue('status', result),
  severity_text: ({ severity_text }) => isValue('severity', severity_text),
  trace_id: ({ trace_id }) => isValue('trace', trace_id),
  ...forFields(DERIVED_FIELDS, (name) => (event: EventRow) => isValue(name, event[name])),
  id: ({ id }) => equal('id', id),
};

/** The term for the integration or organization with this id, whatever its name. */
export const idOf = (field: 'integration' | 'organization', id: number): Is => ({
  ...equal(field, `#${id}`),
  isQuoted: false,
});

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name);

/** The term for a value at a path in the details; null if no query can express the value. */
export function detailsTerm(path: readonly string[], value: unknown): Is | null {
  if (path.length === 0 || path.length > MAX_DEPTH) return null;
  if (typeof value === 'string')
    return value === '' || value.length > MAX_LENGTH ? null : equal('details', value, path);
  if (value !== null && typeof value === 'object' && !(value instanceof ExactNumber)) return null;
  const text = value instanceof ExactNumber ? value.text : String(value);
  return { kind: 'is', field: 'details', path, operator: '=', value: text, isQuoted: false };
}

/** The term for the value at a path in an event; null if no query can express the value. */
export function eventTerm(event: EventRow, path: readonly string[], value: unknown): Is | null {
  const [first = '', ...rest] = path;
  if (first === 'details') return rest.join() === 'message' ? null : detailsTerm(rest, value);
  return rest.length === 0 && isField(first) ? (FIELDS[first]?.(event) ?? null) : null;
}
