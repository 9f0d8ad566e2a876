import { equal, isValue } from '@portico/contracts/query/edit';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import type { Is } from '@portico/contracts/query/query';
import type { EventRow } from '@portico/contracts/http/events';
import { ExactNumber } from './exact-json.ts';

const MAX_VALUE_LENGTH = 500;
const MAX_PATH_DEPTH = 8;

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

export const idOf = (field: 'integration' | 'organization', id: number): Is => ({
  ...equal(field, `#${id}`),
  isQuoted: false,
});

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name);

/** The query term for a value at a path in the details; null if no query can express the value. */
export function detailsTerm(path: readonly string[], value: unknown): Is | null {
  if (path.length === 0 || path.length > MAX_PATH_DEPTH) return null;
  if (typeof value === 'string')
    return value === '' || value.length > MAX_VALUE_LENGTH ? null : equal('details', value, path);
  if (value !== null && typeof value === 'object' && !(value instanceof ExactNumber)) return null;
  const text = value instanceof ExactNumber ? value.text : String(value);
  return { kind: 'is', field: 'details', path, operator: '=', value: text, isQuoted: false };
}

/** The query term for the value at a path in an event; null if no query can express the value. */
export function eventTerm(event: EventRow, path: readonly string[], value: unknown): Is | null {
  const [first = '', ...rest] = path;
  if (first === 'details') return rest.join() === 'message' ? null : detailsTerm(rest, value);
  return rest.length === 0 && isField(first) ? (FIELDS[first]?.(event) ?? null) : null;
}
