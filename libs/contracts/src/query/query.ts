import type { FieldName } from './fields.ts';

/** `exactly`: an exact match by a field's URL parameter; {@link printQuery} prints it as `=`. */
export type Operator = '=' | 'exactly' | '>' | '>=' | '<' | '<=' | 'exists';

/** A field and the condition on its value. `path`: names within `details`, outermost first; for a list, any entry may match. */
export type Is = {
  kind: 'is';
  field: FieldName;
  path: readonly string[];
  operator: Operator;
  value: string;
  /** Whether the value is in quotes: then `*` is not a wildcard, and a number or `true` is text. */
  isQuoted: boolean;
};
/**
 * A query for integration events. `text`: matches events whose name, type, trace id or message contains it, ignoring case. `and` and
 * `or` have at least two parts; an `and` contains no `and`, and an `or` contains no `or`.
 */
export type Query =
  | { kind: 'text'; text: string }
  | Is
  | { kind: 'not'; of: Query }
  | { kind: 'and' | 'or'; of: readonly Query[] };

/** A fault in a query: a message, and the affected characters `from` <= index < `to`. */
export type Fault = { message: string; from: number; to: number };
export type Parsed = { ok: true; query: Query | null } | { ok: false; fault: Fault };

export { FIELD_NAMES, type FieldName } from './fields.ts';
