import { RESULTS, SEVERITIES } from '../events/choices.ts';

/**
 * The type of a field's values: a fixed choice; a name with `*` as wildcard; text, matched by substring; an exact id; a duration; a
 * time; or any JSON value at a path in `details`.
 */
type FieldKind = 'choice' | 'name' | 'text' | 'id' | 'duration' | 'moment' | 'json';
type FieldShape = {
  name: string;
  label: string;
  kind: FieldKind;
  values?: readonly string[];
  isOrdered?: true;
  about: string;
  /** Column of the field in ClickHouse, API rows and exports. */
  column?: string;
  /**
   * A publisher sets a derived field with the CloudEvents attribute of this name, otherwise with the text of this name in `details`. The
   * column has the same name, and is empty in events without a value.
   */
  isDerived?: true;
  /** The console's URL has a parameter of this name for one exact value. The API has the same parameters, except `organization`. */
  isParameter?: true;
  /** The facets list the field's values with their counts. ClickHouse precomputes these counts. */
  isFacet?: true;
  /** Column of the console's list: visible by default, or hidden until a viewer adds it. */
  listColumn?: { isHidden: boolean; width?: string };
  /** Source of completions: these texts, facet values, or values of the visible rows. Undefined: no completions. */
  completion?: readonly string[] | 'facet' | 'rows';
};

/** The definitions of all fields for queries, SQL, facets, exports and the console, in display order. */
const TABLE = {
  status: {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    values: RESULTS,
    about: 'SUCCESS or FAILURE',
    column: 'result',
    isParameter: true,
    isFacet: true,
    listColumn: { isHidden: false, width: '6.875rem' },
    completion: RESULTS,
  },
  severity: {
    name: 'severity',
    label: 'Severity',
    kind: 'choice',
    values: SEVERITIES,
    isOrdered: true,
    about: 'TRACE to FATAL; severity:>=WARN',
    column: 'severity_text',
    isParameter: true,
    isFacet: true,
    listColumn: { isHidden: false, width: '4.75rem' },
    completion: SEVERITIES,
  },
  type: {
    name: 'type',
    label: 'Type',
    kind: 'name',
    about: 'the source type',
    column: 'source_type',
    isParameter: true,
    isFacet: true,
    listColumn: { isHidden: false, width: '5.5rem' },
    completion: 'facet',
  },
  event: {
    name: 'event',
    label: 'Event',
    kind: 'name',
    about: 'the name of the event; event:payrun.*',
    column: 'event_name',
    isParameter: true,
    isFacet: true,
    // Without a width, the column takes the remaining width.
    listColumn: { isHidden: false },
    completion: 'facet',
  },
  integration: {
    name: 'integration',
    label: 'Integration',
    kind: 'name',
    about: 'the name, or the id as in integration:#7',
    column: 'source_id',
    isParameter: true,
    isFacet: true,
    listColumn: { isHidden: false, width: '15%' },
    completion: 'facet',
  },
  organization: {
    name: 'organization',
    label: 'Organization',
    kind: 'name',
    about: 'the name, or the id as in organization:#7',
    column: 'organization_id',
    isParameter: true,
    isFacet: true,
    listColumn: { isHidden: false, width: '13%' },
    completion: 'facet',
  },
  message: {
    name: 'message',
    label: 'Message',
    kind: 'text',
    about: 'a text in the message',
    listColumn: { isHidden: true, width: '20rem' },
  },
  trace: {
    name: 'trace',
    label: 'Trace',
    kind: 'id',
    about: 'the trace id',
    column: 'trace_id',
    isParameter: true,
    listColumn: { isHidden: true, width: '17rem' },
  },
  subject: {
    name: 'subject',
    label: 'Subject',
    kind: 'id',
    about: 'the exact subject of the event; subject:* matches any subject',
    column: 'subject',
    isDerived: true,
    isParameter: true,
  },
  environment: {
    name: 'environment',
    label: 'Environment',
    kind: 'id',
    about: 'the exact environment of the event; environment:production',
    column: 'environment',
    isDerived: true,
    isParameter: true,
    listColumn: { isHidden: true, width: '8rem' },
  },
  id: { name: 'id', label: 'Event id', kind: 'id', about: "the event's id", column: 'id' },
  delay: {
    name: 'delay',
    label: 'Delay',
    kind: 'duration',
    isOrdered: true,
    about: 'time between the event and its arrival; delay:>1m',
    listColumn: { isHidden: true, width: '6rem' },
    completion: ['>1s', '>10s', '>1m', '>10m', '>1h'],
  },
  arrived: {
    name: 'arrived',
    label: 'Arrived',
    kind: 'moment',
    isOrdered: true,
    about: 'when the event arrived, with a time zone; arrived:>=2026-11-28T09:00Z',
  },
  details: {
    name: 'details',
    label: 'Details',
    kind: 'json',
    isOrdered: true,
    about: 'a field of the details; details.amount:>1000',
    column: 'details',
    completion: 'rows',
  },
} as const satisfies Readonly<Record<string, FieldShape>>;

type Table = typeof TABLE;
export type FieldName = keyof Table;
type NamesWith<Property> = { [Name in FieldName]: Table[Name] extends Property ? Name : never }[FieldName];
export type DerivedField = NamesWith<{ isDerived: true }>;
export type FacetField = NamesWith<{ isFacet: true }>;
export type ParameterField = NamesWith<{ isParameter: true }>;
export type ListField = NamesWith<{ listColumn: object }>;

type Field = FieldShape & { name: FieldName };
export const FIELDS: Readonly<Record<FieldName, Field>> = TABLE;
export const FIELD_NAMES: readonly FieldName[] = Object.values(FIELDS).map(({ name }) => name);

export const isFacet = (name: FieldName): name is FacetField => FIELDS[name].isFacet === true;
export const isListField = (name: FieldName): name is ListField => FIELDS[name].listColumn !== undefined;
export const DERIVED_FIELDS = FIELD_NAMES.filter((name): name is DerivedField => FIELDS[name].isDerived === true);
export const isDerived = (name: string): name is DerivedField => DERIVED_FIELDS.some((one) => one === name);
export const FACET_FIELDS = FIELD_NAMES.filter(isFacet);

/** Returns an object with a value for each of these names. */
export function forFields<Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value>;
export function forFields<Name extends string>(names: readonly Name[], toValue: (name: Name) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, toValue(name)]));
}

/** The derived fields of one event; a missing field is an empty text. */
export type Derived = Readonly<Record<DerivedField, string>>;
export const NO_DERIVED: Derived = forFields(DERIVED_FIELDS, () => '');

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `1.5m` to milliseconds; null if invalid. */
export const readDuration = (text: string): number | null => {
  const [, amount, unit = ''] = /^(-?\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount) * (MS_PER_UNIT[unit] ?? Number.NaN);
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Parses a time such as `2026-11-28T09:00Z` to milliseconds since 1970; null if invalid. */
export const readMoment = (text: string): number | null => {
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(moment) ? moment : null;
};

/** Parses a JSON number; null if invalid or too large to be exact. */
export const readNumber = (text: string): number | null => {
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/** Whether a query must quote this value, because it has another meaning without quotes. */
export const meansMore = (value: string, kind: FieldKind): boolean =>
  value.includes('*') ||
  value.startsWith('#') ||
  (kind === 'json' && (readNumber(value) !== null || LITERALS.has(value)));
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
