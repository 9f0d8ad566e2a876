import type { Fault } from '@portico/contracts/common/problem';

/** Keywords whose members have arbitrary names and are schemas. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose value is data, in which nothing is a keyword. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** References that depend on the referring schema; here every schema stands alone. */
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
    // Parsed as when checking details, but not run.
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** Whether `#` or `#/…` names a schema in this one. */
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
    return { pointer, message: '$ref should name a part of this schema, as #/$defs/amount does; nothing is fetched' };
  if (MOVING.has(key)) return { pointer, message: `${key} is not supported` };
  if (key === '$id' && pointer !== '/$id') return { pointer, message: '$id should be at the top of the schema alone' };
  if (key === 'pattern' && typeof value === 'string' && !isPattern(value))
    return { pointer, message: 'pattern should be a regular expression' };
  if (key !== 'patternProperties' || !isObject(value)) return null;
  const broken = Object.keys(value).find((pattern) => !isPattern(pattern));
  return broken === undefined
    ? null
    : { pointer: `${pointer}/${escaped(broken)}`, message: 'patternProperties should be named by regular expressions' };
};

/**
 * Rules beyond the meta-schema: references stay within the schema, and patterns are valid.
 * @param root - valid by the meta-schema
 */
export function contentFault(root: Members): Fault | null {
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
