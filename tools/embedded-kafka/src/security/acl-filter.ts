import { WILDCARD, type Acl, type Operation, type PatternType, type Permission, type ResourceType } from './acl.ts';

/** Selects ACLs; null matches any value. */
export interface AclFilter {
  readonly resourceType: ResourceType | null;
  readonly resourceName: string | null;
  /** `MATCH` selects literal and prefixed patterns that match the resource name. */
  readonly patternType: PatternType | 'MATCH' | null;
  readonly principal: string | null;
  readonly host: string | null;
  readonly operation: Operation | null;
  readonly permission: Permission | null;
}

function namesMatch({ resourceName: wanted, patternType }: AclFilter, acl: Acl): boolean {
  if (wanted === null) return true;
  if (patternType !== 'MATCH') return wanted === acl.resourceName;
  if (acl.patternType === 'PREFIXED') return wanted.startsWith(acl.resourceName);
  return wanted === acl.resourceName || acl.resourceName === WILDCARD;
}

export function matches(filter: AclFilter, acl: Acl): boolean {
  const { resourceType, patternType, principal, host, operation, permission } = filter;
  return (
    (resourceType === null || resourceType === acl.resourceType) &&
    (patternType === null || patternType === 'MATCH' || patternType === acl.patternType) &&
    (principal === null || principal === acl.principal) &&
    (host === null || host === acl.host) &&
    (operation === null || operation === acl.operation) &&
    (permission === null || permission === acl.permission) &&
    namesMatch(filter, acl)
  );
}
