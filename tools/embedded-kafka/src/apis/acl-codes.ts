import { MalformedRequest } from '../protocol/reader.ts';
import { OPERATIONS, PATTERN_TYPES, PERMISSIONS, RESOURCE_TYPES, type Acl } from '../security/acl.ts';
import type { AclFilter } from '../security/acl-filter.ts';

/** In filters: matches any value. */
const ANY = 1;
/** In filters: matches literal and prefixed patterns that apply to the resource name. */
const MATCH = 2;

interface Resource {
  readonly resourceType: number;
  readonly resourceName: string;
  readonly patternType: number;
}

export interface AclCodes extends Resource {
  readonly principal: string;
  readonly host: string;
  readonly operation: number;
  readonly permissionType: number;
}

type FilterCodes = {
  readonly [Field in keyof AclCodes]: AclCodes[Field] extends string ? string | null : number;
};

function named<Name extends string>(codes: Readonly<Record<Name, number>>, code: number): Name | undefined {
  return (Object.keys(codes) as Name[]).find((name) => codes[name] === code);
}

/**
 * Converts the protocol's numbers to an ACL. Returns undefined if the ACL has a number that only filters may contain.
 * @throws MalformedRequest, as Apache Kafka does, for unknown numbers.
 */
export function toAcl({ resourceType: type, patternType: pattern, ...codes }: AclCodes): Acl | undefined {
  if ([type, pattern, codes.operation, codes.permissionType].includes(0)) throw new MalformedRequest('an unknown ACL');
  const resourceType = named(RESOURCE_TYPES, type);
  const patternType = named(PATTERN_TYPES, pattern);
  const operation = named(OPERATIONS, codes.operation);
  const permission = named(PERMISSIONS, codes.permissionType);
  const { resourceName, principal, host } = codes;
  if (!resourceType || !patternType || !operation || !permission) return undefined;
  return { resourceType, resourceName, patternType, principal, host, operation, permission };
}

/** @throws MalformedRequest for unknown numbers. */
export function toFilter({ resourceType, patternType, operation, permissionType, ...texts }: FilterCodes): AclFilter {
  return {
    ...texts,
    resourceType: orAny(RESOURCE_TYPES, resourceType),
    patternType: patternType === MATCH ? 'MATCH' : orAny(PATTERN_TYPES, patternType),
    operation: orAny(OPERATIONS, operation),
    permission: orAny(PERMISSIONS, permissionType),
  };
}

function orAny<Name extends string>(codes: Readonly<Record<Name, number>>, code: number): Name | null {
  const name = code === ANY ? null : named(codes, code);
  if (name === undefined) throw new MalformedRequest(`a filter of ACLs with the unknown number ${code}`);
  return name;
}

export function toCodes({ resourceType, patternType, operation, permission, ...texts }: Acl): AclCodes {
  return {
    ...texts,
    resourceType: RESOURCE_TYPES[resourceType],
    patternType: PATTERN_TYPES[patternType],
    operation: OPERATIONS[operation],
    permissionType: PERMISSIONS[permission],
  };
}
