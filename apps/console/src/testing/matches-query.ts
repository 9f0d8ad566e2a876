import { fromParams } from '@portico/contracts/query/from-params';
import { DERIVED_FIELDS, forFields, readMoment } from '@portico/contracts/query/fields';
import type { Is, Query } from '@portico/contracts/query/query';
import type { EventRow } from '@portico/contracts/http/events';

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (part instanceof Object ? Object.entries(part).find(([key]) => key === name)?.[1] : undefined),
    value,
  );

const valueOf = (row: EventRow, { field, path }: Is): unknown =>
  ({
    status: row.result,
    severity: row.severity_text,
    type: row.source_type,
    event: row.event_name,
    integration: row.integration,
    organization: row.organization,
    message: row.details.message,
    trace: row.trace_id,
    ...forFields(DERIVED_FIELDS, (name) => row[name]),
    id: row.id,
    delay: Date.parse(row.published_at) - Date.parse(row.timestamp),
    arrived: Date.parse(row.published_at),
    details: valueAt(row.details, path),
  })[field];

const COMPARE = {
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
};

const has = (row: EventRow, is: Is): boolean => {
  const value = valueOf(row, is);
  if (is.operator === 'exists') return value !== undefined;
  if (is.operator !== '=' && is.operator !== 'exactly')
    return COMPARE[is.operator](Number(value), readMoment(is.value) ?? Number(is.value));
  if (!is.isQuoted && is.value.startsWith('#'))
    return Number(is.value.slice(1)) === (is.field === 'integration' ? row.source_id : row.organization_id);
  return String(value) === is.value;
};

const matches = (row: EventRow, query: Query): boolean => {
  switch (query.kind) {
    case 'text':
      return `${row.event_name} ${row.details.message}`.includes(query.text);
    case 'is':
      return has(row, query);
    case 'not':
      return !matches(row, query.of);
    case 'and':
      return query.of.every((part) => matches(row, part));
    case 'or':
      return query.of.some((part) => matches(row, part));
  }
};

/** The rows that match these parameters. Supports only exact values without wildcards, and numbers. */
export const matchingRows = (rows: readonly EventRow[], params: URLSearchParams): EventRow[] => {
  const { terms, fault } = fromParams(Object.fromEntries(params));
  if (fault !== null) throw new Error(fault.message);
  return rows.filter((row) => terms.every((term) => matches(row, term)));
};
