/** A JSON Schema as zod writes it. */
export type Schema = { readonly [keyword: string]: unknown };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const inside = (schema: Schema, keyword: string): Schema => {
  const value = schema[keyword];
  return isSchema(value) ? value : {};
};

/** The values of an enumeration; null if every value is allowed. */
const valuesOf = (schema: Schema): unknown[] | null => {
  if ('const' in schema) return [schema['const']];
  return 'enum' in schema ? listOf(schema['enum']) : null;
};

/** Keywords of lower bounds: a greater bound makes a schema narrower. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
/** Keywords of upper bounds: a smaller bound makes a schema narrower. */
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
/** The keywords that are compared. Any other keyword must be equal for reader and writer. */
const COMPARED = new Set([
  ...LOWER,
  ...UPPER,
  'type',
  'const',
  'enum',
  'anyOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'default',
  // Keywords without an effect on validity.
  'description',
  'title',
  'examples',
  'id',
]);

/**
 * Lists the reasons why a record of the writer may be invalid for the reader, one line each. Empty if the reader accepts every
 * record. Schemas that cannot be compared are reported.
 */
export function unreadable(reader: Schema, writer: Schema, path = ''): string[] {
  const at = path || 'the record';
  if (same(reader, writer)) return [];
  if ('anyOf' in writer)
    return listOf(writer['anyOf']).flatMap((option) => (isSchema(option) ? unreadable(reader, option, path) : []));
  if ('anyOf' in reader) {
    const options = listOf(reader['anyOf']).filter(isSchema);
    const reasons = options.map((option) => unreadable(option, writer, path));
    return reasons.find((found) => found.length === 0) ?? reasons.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  const found: string[] = [];
  if (!isTypeOf(reader, writer))
    return [
      `${at} is written as ${typesOf(writer).join(' or ') || 'anything'}, read as ${typesOf(reader).join(' or ')}`,
    ];
  found.push(...valuesThat(reader, writer, at), ...bounds(reader, writer, at));
  for (const keyword of Object.keys(reader))
    if (!COMPARED.has(keyword) && !same(reader[keyword], writer[keyword]))
      found.push(`${at}: ${keyword} is ${JSON.stringify(reader[keyword])} for readers only`);
  found.push(...fields(reader, writer, path));
  for (const part of ['items', 'additionalProperties'])
    if (isSchema(reader[part])) found.push(...unreadable(inside(reader, part), inside(writer, part), `${path}[]`));
  if (reader['additionalProperties'] === false)
    for (const name of Object.keys(inside(writer, 'properties')))
      if (!(name in inside(reader, 'properties'))) found.push(`${pathOf(path, name)} is not allowed for readers`);
  return found;
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const typesOf = ({ type }: Schema): unknown[] => (type === undefined ? [] : [type].flat());

function isTypeOf(reader: Schema, writer: Schema): boolean {
  const [read, written] = [typesOf(reader), typesOf(writer)];
  if (read.length === 0) return true;
  const isRead = (type: unknown): boolean => read.includes(type) || (type === 'integer' && read.includes('number'));
  return written.length > 0 && written.every(isRead);
}

function valuesThat(reader: Schema, writer: Schema, at: string): string[] {
  const [read, written] = [valuesOf(reader), valuesOf(writer)];
  if (!read) return [];
  if (!written) return [`${at} is written as anything, and readers know ${read.join(', ')}`];
  const unknown = written.filter((value) => !read.some((known) => same(known, value)));
  return unknown.length === 0 ? [] : [`${at}: readers do not know ${unknown.map(String).join(', ')}`];
}

function bounds(reader: Schema, writer: Schema, at: string): string[] {
  // A writer's enumeration has no bounds. A bound of the reader is therefore reported if only the writer has an enumeration.
  const written = valuesOf(writer) ? {} : writer;
  if (valuesOf(writer) && valuesOf(reader)) return [];
  const isNarrower = (keyword: string, sign: number): boolean => {
    const [mine, theirs] = [reader[keyword], written[keyword]];
    return typeof mine === 'number' && (typeof theirs !== 'number' || sign * (theirs - mine) < 0);
  };
  const broken = [...LOWER.filter((one) => isNarrower(one, 1)), ...UPPER.filter((one) => isNarrower(one, -1))];
  return broken.map(
    (one) => `${at}: ${one} is ${String(reader[one])} for readers, ${String(written[one])} for writers`,
  );
}

function fields(reader: Schema, writer: Schema, path: string): string[] {
  const [read, written] = [inside(reader, 'properties'), inside(writer, 'properties')];
  const always = new Set(listOf(writer['required']));
  const missing = listOf(reader['required'])
    .filter((name) => !always.has(name))
    .map((name) => `${pathOf(path, String(name))} is needed by readers and may be missing`);
  const changed = Object.keys(read)
    .filter((name) => name in written)
    .flatMap((name) => unreadable(inside(read, name), inside(written, name), pathOf(path, name)));
  return [...missing, ...changed];
}
