import type { FieldName } from './fields.ts';

/** `exactly`: an exact match, which only a field's parameter has; a query prints it as `=`. */
export type Operator = '=' | 'exactly' | '>' | '>=' | '<' | '<=' | 'exists';

/** A field and the condition on its value. `path`: names within `details`, outermost first; for a list, any entry may match. */
export type Is = {
  kind: 'is';
  field: FieldName;
  path: readonly string[];
  operator: Operator;
  value: string;
  /** In quotes: `*` is not a wildcard, and a number or `true` is text. */
  isQuoted: boolean;
};
/**
 * A query for integration events. `text`: event name, type, trace id or message contain it, ignoring case. `and` and `or` have at
 * least two parts, none of their own kind.
 */
export type Query =
  | { kind: 'text'; text: string }
  | Is
  | { kind: 'not'; of: Query }
  | { kind: 'and' | 'or'; of: readonly Query[] };

/** A message, and the affected characters: `from` <= index < `to`. */
export type Fault = { message: string; from: number; to: number };
export type Parsed = { ok: true; query: Query | null } | { ok: false; fault: Fault };

export { FIELD_NAMES, type FieldName } from './fields.ts';
