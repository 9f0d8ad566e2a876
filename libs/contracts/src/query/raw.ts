/** What the generated parser returns: a query whose fields and values are not checked, each with its place in the text. */
export type Place = { from: number; to: number };
export type RawOperator = '=' | '>' | '>=' | '<' | '<=';
export type RawValue = Place & { operator: RawOperator; text: string; isQuoted: boolean };
export type RawField = Place & {
  kind: 'field';
  field: Place & { name: string; path: readonly string[] };
  values: readonly RawValue[];
};
export type Raw =
  | (Place & { kind: 'text'; text: string })
  | (Place & { kind: 'not'; of: Raw })
  | (Place & { kind: 'and' | 'or'; of: readonly Raw[] })
  | RawField;
