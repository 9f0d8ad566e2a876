/** A schema of an OpenAPI description, with the keywords that Stripe's description uses. */
type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  enum?: unknown[];
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};
export type Schemas = Record<string, Schema>;

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && !Array.isArray(value),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Chooses the schema for this object by its field `object`, and by whether the object is deleted. */
const chosen = (schemas: Schemas, options: readonly Schema[], value: unknown): Schema | undefined => {
  const targets = options.map((option) => resolved(schemas, option));
  if (!isObject(value))
    return targets.find(({ type, enum: values }) => isOfType(type, value) && isOneOf(values, value));
  return targets.find(
    ({ properties = {} }) =>
      isOneOf(properties['object']?.enum, value['object']) && 'deleted' in properties === 'deleted' in value,
  );
};
const isOfType = (type: string | undefined, value: unknown): boolean =>
  type === undefined || (TYPES[type]?.(value) ?? false);
const isOneOf = (values: readonly unknown[] | undefined, value: unknown): boolean =>
  values === undefined || values.includes(value);
const resolved = (schemas: Schemas, schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
};

/** Lists the differences of a value from its schema, e.g. `invoice.lines is missing`. Empty if the value is valid. */
export const differences = (schemas: Schemas, schema: Schema, value: unknown, path: string): string[] => {
  const target = resolved(schemas, schema);
  if (value === null) return schema.nullable === true || target.nullable === true ? [] : [`${path} is null`];
  if (target.anyOf) {
    const option = chosen(schemas, target.anyOf, value);
    return option ? differences(schemas, option, value, path) : [`${path} is none of what is described`];
  }
  if (!isOfType(target.type, value)) return [`${path} is not ${target.type}`];
  if (!isOneOf(target.enum, value)) return [`${path} is none of its values`];
  if (Array.isArray(value))
    return value.flatMap((row: unknown) => differences(schemas, target.items ?? {}, row, `${path}[]`));
  const { properties, required = [] } = target;
  if (!isObject(value) || !properties) return [];
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const described = properties[name];
    return described ? differences(schemas, described, field, `${path}.${name}`) : [`${path}.${name} is unknown`];
  });
  const missing = required.filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`);
  return [...missing, ...inner];
};
