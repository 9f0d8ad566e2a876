import { WILDCARD, canonicalHost, type Acl, type NewAcl, type Operation, type ResourceType } from './acl.ts';
import { AclStore } from './acl-store.ts';

export interface AuthorizerOptions {
  /** Principals, such as `User:admin`, with every permission. */
  readonly superUsers?: readonly string[];
  /** The ACLs of a new data folder. Afterwards, only clients change the ACLs. */
  readonly acls?: readonly NewAcl[];
}

export interface Caller {
  readonly principal: string;
  readonly host: string;
}

const EVERYONE = `User:${WILDCARD}`;
/** For each operation, the operations whose ALLOW implies it. A DENY of an operation implies no other DENY. */
const IMPLIED_BY: Partial<Record<Operation, readonly Operation[]>> = {
  DESCRIBE: ['READ', 'WRITE', 'DELETE', 'ALTER'],
  DESCRIBE_CONFIGS: ['ALTER_CONFIGS'],
};

/** Decides like Apache Kafka's StandardAuthorizer: super users may do everything, DENY overrides ALLOW, and the default is DENY. */
export class Authorizer {
  readonly acls: AclStore;
  private readonly superUsers: ReadonlySet<string>;

  /** @throws StartError when the folder's ACLs are unreadable. */
  constructor({ superUsers = [], acls = [] }: AuthorizerOptions, folder: string) {
    this.superUsers = new Set(superUsers);
    this.acls = new AclStore(folder, acls);
  }

  allows(caller: Caller, operation: Operation, type: ResourceType, name: string): boolean {
    if (this.superUsers.has(caller.principal)) return true;
    const concerning = this.acls.concerning(type, name).filter((acl) => isAbout(acl, caller));
    const denied = concerning.some((acl) => acl.permission === 'DENY' && covers(acl, operation));
    return !denied && concerning.some((acl) => acl.permission === 'ALLOW' && covers(acl, operation));
  }

  /** Whether the operation could be allowed on some resource of this type. */
  allowsAny(caller: Caller, operation: Operation, type: ResourceType): boolean {
    if (this.superUsers.has(caller.principal)) return true;
    const about = this.acls
      .ofType(type)
      .filter((acl) => isAbout(acl, caller) && (acl.operation === operation || acl.operation === 'ALL'));
    const denied = about.filter(({ permission }) => permission === 'DENY');
    if (denied.some(isEverything)) return false;
    return about.some(
      (acl) => acl.permission === 'ALLOW' && (isEverything(acl) || !denied.some((deny) => includes(deny, acl))),
    );
  }
}

function isAbout({ principal, host }: Acl, caller: Caller): boolean {
  if (principal !== caller.principal && principal !== EVERYONE) return false;
  return host === WILDCARD || host === caller.host || canonicalHost(host) === caller.host;
}

function covers(acl: Acl, operation: Operation): boolean {
  if (acl.operation === 'ALL' || acl.operation === operation) return true;
  return acl.permission === 'ALLOW' && IMPLIED_BY[operation]?.includes(acl.operation) === true;
}

function isEverything({ patternType, resourceName }: Acl): boolean {
  return patternType === 'LITERAL' && resourceName === WILDCARD;
}

/** Whether a DENY covers all resources of an ALLOW. */
function includes(deny: Acl, allow: Acl): boolean {
  if (deny.patternType === 'PREFIXED') return allow.resourceName.startsWith(deny.resourceName);
  return allow.patternType === 'LITERAL' && allow.resourceName === deny.resourceName;
}
