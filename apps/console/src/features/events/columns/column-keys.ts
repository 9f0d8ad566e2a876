import { DERIVED_FIELDS, type DerivedField, isListField, type ListField } from '@portico/contracts/query/fields';
import type { Is } from '@portico/contracts/query/query';

type DerivedColumn = DerivedField & ListField;
export const DERIVED_COLUMNS = DERIVED_FIELDS.filter((name): name is DerivedColumn => isListField(name));

/** The default columns of the list, in order. */
export const STANDARD = ['integration', 'organization', 'type', 'event', 'timestamp', 'status', 'severity'] as const;
/** Fixed columns that viewers can add. They can also add a column for a path in the details, such as `details.amount.cents`. */
export const OPTIONAL_COLUMNS = ['message', 'trace', 'arrived', 'delay', ...DERIVED_COLUMNS] as const;

export type NamedColumn = ListField | 'timestamp' | 'arrived';
export type ColumnKey = NamedColumn | `details.${string}`;

const NAMED_COLUMNS: readonly NamedColumn[] = [...STANDARD, ...OPTIONAL_COLUMNS];
const MAX_COLUMNS = 16;
const MAX_PATH_LENGTH = 100;
/** A path in the details. It has no commas, because a URL separates columns by commas. */
const DETAILS = /^details(\.[^.,\s][^.,]*)+$/;

const isDetails = (text: string): text is `details.${string}` => text.length <= MAX_PATH_LENGTH && DETAILS.test(text);

/** Parses a column key; undefined if invalid. */
export const columnKeyIn = (text: string): ColumnKey | undefined =>
  NAMED_COLUMNS.find((known) => known === text) ?? (isDetails(text) ? text : undefined);

/** The column for a field; undefined if viewers cannot add such a column, or if a URL cannot express the path. */
export const columnOf = ({ field, path }: Pick<Is, 'field' | 'path'>): ColumnKey | undefined => {
  const derived = DERIVED_COLUMNS.find((name) => name === field);
  if (derived !== undefined || field !== 'details') return derived;
  return path.some((name) => name.includes('.')) ? undefined : columnKeyIn(['details', ...path].join('.'));
};

/** Parses columns from a URL or the browser's storage; undefined if the text names no column. */
export const columnsIn = (value: unknown): readonly ColumnKey[] | undefined => {
  if (typeof value !== 'string') return undefined;
  const keys = [...new Set(value.split(',').flatMap((text) => columnKeyIn(text.trim()) ?? []))].slice(0, MAX_COLUMNS);
  return keys.length === 0 ? undefined : keys;
};

export const columnsText = (keys: readonly ColumnKey[]): string => keys.join(',');

export const hasRoom = (keys: readonly ColumnKey[]): boolean => keys.length < MAX_COLUMNS;
