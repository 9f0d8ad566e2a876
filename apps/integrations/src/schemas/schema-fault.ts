import type { Fault } from '@portico/contracts/common/problem';
import { draftOf, type JsonSchema, type SchemaDraft } from '@portico/contracts/http/event-schemas';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Keywords whose value maps arbitrary names to schemas. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose value is data. Data contains no keywords. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Unsupported references, whose target depends on the referring schema. Schemas here cannot refer to each other. */
const MOVING: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const segments = (reference: string): string[] =>
  decodeURIComponent(reference)
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

const isPattern = (pattern: string): boolean => {
  try {
    // Parses the pattern like the check of event details does, without running it.
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** Whether the reference is `#` or `#/…` and points to a schema within `root`. */
const refersWithin = (root: Members, reference: string): boolean => {
  if (reference === '#') return true;
  if (!reference.startsWith('#/')) return false;
  try {
    const target = segments(reference).reduce<unknown>(
      (value, segment) => (isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined),
      root,
    );
    return typeof target === 'boolean' || (isObject(target) && !Array.isArray(target));
  } catch {
    return false; // an invalid percent-encoding
  }
};

const keywordFault = (root: Members, key: string, value: unknown, pointer: string): Fault | null => {
  if (key === '$ref' && typeof value === 'string' && !refersWithin(root, value))
    return {
      pointer,
      message: '$ref should name a part of this schema, such as #/$defs/amount. Portico does not load other schemas',
    };
  if (MOVING.has(key)) return { pointer, message: `${key} is not supported` };
  if (key === '$id' && pointer !== '/$id') return { pointer, message: '$id should be only at the top of the schema' };
  if (key === 'pattern' && typeof value === 'string' && !isPattern(value))
    return { pointer, message: 'pattern should be a regular expression' };
  if (key !== 'patternProperties' || !isObject(value)) return null;
  const broken = Object.keys(value).find((pattern) => !isPattern(pattern));
  return broken === undefined
    ? null
    : {
        pointer: `${pointer}/${escaped(broken)}`,
        message: 'The names in patternProperties should be regular expressions',
      };
};

/**
 * Finds a fault that the meta-schema does not detect, such as a reference to another schema or an invalid pattern.
 * @param root - a schema that the meta-schema accepts
 */
function contentFault(root: Members): Fault | null {
  const within = (value: unknown, pointer: string, isSchema: boolean): Fault | null => {
    if (!isObject(value)) return null;
    for (const [key, member] of Object.entries(value)) {
      const at = `${pointer}/${escaped(key)}`;
      if (isSchema && DATA.has(key)) continue;
      const fault =
        (isSchema && keywordFault(root, key, member, at)) || within(member, at, !isSchema || !MAPS.has(key));
      if (fault) return fault;
    }
    return null;
  };
  return within(root, '', true);
}

/** Maximum levels of a schema's JSON. Deeper schemas are rejected, because the check recurses. */
const MAX_DEPTH = 64;

/** Validators for the meta-schemas. No part of a submitted schema is compiled, and no pattern runs. */
const META: Record<SchemaDraft, () => ReturnType<Ajv['getSchema']>> = {
  '2020-12': () => new Ajv2020({ logger: false }).getSchema('https://json-schema.org/draft/2020-12/schema'),
  '7': () => new Ajv({ logger: false }).getSchema('http://json-schema.org/draft-07/schema'),
};
const compiled = new Map<SchemaDraft, ReturnType<Ajv['getSchema']>>();

const metaSchema = (draft: SchemaDraft) => {
  const validate = compiled.get(draft) ?? META[draft]();
  if (!validate) throw new Error(`ajv has no schema of schemas for ${draft}`);
  compiled.set(draft, validate);
  return validate;
};

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

const toFault = ({ instancePath, message = 'is not valid', params }: ErrorObject): Fault => {
  const subject = instancePath.slice(instancePath.lastIndexOf('/') + 1) || 'The schema';
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { pointer: instancePath, message: `${subject} ${message.replace(/^must/, 'should')}${allowed}` };
};

/** A fault if a schema is too deep to serialize or check; otherwise null. */
export const depthFault = (schema: JsonSchema): Fault | null =>
  isDeeper(schema, MAX_DEPTH)
    ? { pointer: '', message: `The schema should be at most ${MAX_DEPTH} levels deep` }
    : null;

/** Returns the first fault of a schema with its place, or null for a usable schema. */
export function schemaFault(schema: JsonSchema): Fault | null {
  const tooDeep = depthFault(schema);
  if (tooDeep) return tooDeep;
  const draft = draftOf(schema);
  if (draft === null)
    return {
      pointer: '/$schema',
      message:
        '$schema should be https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#',
    };
  const validate = metaSchema(draft);
  const [error] = validate(schema) ? [] : (validate.errors ?? []);
  return error ? toFault(error) : contentFault(schema);
}
