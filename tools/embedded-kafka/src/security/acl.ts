import { isIPv6 } from 'node:net';

/** Resource types with the protocol's numbers. */
export const RESOURCE_TYPES = {
  TOPIC: 2,
  GROUP: 3,
  CLUSTER: 4,
  TRANSACTIONAL_ID: 5,
  DELEGATION_TOKEN: 6,
  USER: 7,
} as const;
/** A LITERAL pattern matches exactly its name, or every resource if it is `*`. A PREFIXED pattern matches names that begin with it. */
export const PATTERN_TYPES = { LITERAL: 3, PREFIXED: 4 } as const;
export const PERMISSIONS = { DENY: 2, ALLOW: 3 } as const;
export const OPERATIONS = {
  ALL: 2,
  READ: 3,
  WRITE: 4,
  CREATE: 5,
  DELETE: 6,
  ALTER: 7,
  DESCRIBE: 8,
  CLUSTER_ACTION: 9,
  DESCRIBE_CONFIGS: 10,
  ALTER_CONFIGS: 11,
  IDEMPOTENT_WRITE: 12,
  CREATE_TOKENS: 13,
  DESCRIBE_TOKENS: 14,
  TWO_PHASE_COMMIT: 15,
} as const;

export type ResourceType = keyof typeof RESOURCE_TYPES;
export type PatternType = keyof typeof PATTERN_TYPES;
export type Permission = keyof typeof PERMISSIONS;
export type Operation = keyof typeof OPERATIONS;

/** The only resource of type CLUSTER. */
export const CLUSTER_NAME = 'kafka-cluster';
/** Matches every host or every resource name. The wildcard for principals is `User:*`. */
export const WILDCARD = '*';

/** One rule: allows or denies an operation on the resources of a pattern, for a principal that connects from a host. */
export interface Acl {
  readonly resourceType: ResourceType;
  readonly resourceName: string;
  readonly patternType: PatternType;
  /** A user such as `User:alice`, or `User:*` for every user. */
  readonly principal: string;
  /** The client's IP address, or `*` for every address. */
  readonly host: string;
  readonly operation: Operation;
  readonly permission: Permission;
}

/** An ACL in the options. Defaults: a literal pattern, any host, ALLOW. */
export type NewAcl = Pick<Acl, 'resourceType' | 'resourceName' | 'principal' | 'operation'> & Partial<Acl>;

export function aclKey(acl: Acl): string {
  const { resourceType, resourceName, patternType, principal, host, operation, permission } = acl;
  return JSON.stringify([resourceType, resourceName, patternType, principal, host, operation, permission]);
}

/** The canonical spelling of an address: Java writes `::1` as `0:0:0:0:0:0:0:1`. */
export function canonicalHost(host: string): string {
  return isIPv6(host) && !host.includes('%') ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
}

/** Apache Kafka's error message for an invalid ACL; undefined if the ACL is valid. */
export function faultOf({ resourceType, resourceName, principal }: Acl): string | undefined {
  if (resourceType === 'CLUSTER' && resourceName !== CLUSTER_NAME) {
    return `The only valid name for the CLUSTER resource is ${CLUSTER_NAME}`;
  }
  if (resourceName === '') return 'Invalid empty resource name';
  if (!principal.includes(':')) {
    const text = '(no colon is present separating the principal type from the principal name)';
    return `Could not parse principal from \`${principal}\` ${text}`;
  }
  return undefined;
}

const isKey = (table: object, key: unknown): boolean => typeof key === 'string' && Object.hasOwn(table, key);

/** @throws an error that describes the fault. */
export function readAcl(value: unknown): Acl {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const { resourceName, principal, host = WILDCARD, permission = 'ALLOW', patternType = 'LITERAL' } = fields;
  const { resourceType, operation } = fields;
  const complete =
    [resourceName, principal, host].every((text) => typeof text === 'string') &&
    isKey(RESOURCE_TYPES, resourceType) &&
    isKey(OPERATIONS, operation) &&
    isKey(PATTERN_TYPES, patternType) &&
    isKey(PERMISSIONS, permission);
  if (!complete) throw new Error(`not an ACL: ${JSON.stringify(value)}`);
  const acl = { resourceType, resourceName, patternType, principal, host, operation, permission } as Acl;
  const fault = faultOf(acl);
  if (fault !== undefined) throw new Error(fault);
  return acl;
}
