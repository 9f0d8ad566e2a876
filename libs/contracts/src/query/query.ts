import { FIELD_NAMES, FIELDS, type FieldName } from './fields.ts';

/** `exactly`: to the letter. Only the parameter of a field asks so; in a query it is written as `=`. */
export type Operator = '=' | 'exactly' | '>' | '>=' | '<' | '<=' | 'exists';

/** One field and what its value should be. `path`: names within `details`, from the outermost; through a list any entry counts. */
export type Is = {
  kind: 'is';
  field: FieldName;
  path: readonly string[];
  operator: Operator;
  value: string;
  /** In quotes: `*` is no wildcard, and a number or `true` is text. */
  isQuoted: boolean;
};
/**
 * A question about one integration event. `text`: event name, type, trace id or message contain it, whatever its case.
 * `and` and `or` have at least two parts, none of their own kind.
 */
export type Query =
  | { kind: 'text'; text: string }
  | Is
  | { kind: 'not'; of: Query }
  | { kind: 'and' | 'or'; of: readonly Query[] };

/** What is wrong, and the characters of the text that it is about: `from` <= index < `to`. */
export type Fault = { message: string; from: number; to: number };
export type Parsed = { ok: true; query: Query | null } | { ok: false; fault: Fault };

export { FIELD_NAMES, FIELDS, type FieldName };
