import { OPERATIONS, RESOURCE_TYPES, type Operation, type ResourceType } from './acl.ts';
import type { Authorizer, Caller } from './authorizer.ts';

/** Maximum cached decisions per connection. Beyond this number, the cache is cleared. */
const MAX_KEPT = 4_096;
/** A decision's index is operation * TYPES + resource type. Decisions of `allowsAny` have this index plus ANY. */
const TYPES = 8;
const ANY = 128;

/** Operations that exist for a resource type, reported to clients that request their permissions. */
const SUPPORTED: Partial<Record<ResourceType, readonly Operation[]>> = {
  TOPIC: ['READ', 'WRITE', 'CREATE', 'DELETE', 'ALTER', 'DESCRIBE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS'],
  GROUP: ['READ', 'DELETE', 'DESCRIBE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS'],
  CLUSTER: ['CREATE', 'ALTER', 'DESCRIBE', 'CLUSTER_ACTION', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS', 'IDEMPOTENT_WRITE'],
};

/** Permissions of one principal on one connection: all permissions if there is no authorizer. Caches decisions until an ACL changes. */
export class Permissions {
  private readonly authorizer: Authorizer | undefined;
  private readonly caller: Caller;
  /** Cached decisions by operation and resource type, then by resource name. */
  private readonly decisions: (Map<string, boolean> | undefined)[] = [];
  private kept = 0;
  private version = -1;

  constructor(authorizer: Authorizer | undefined, caller: Caller) {
    this.authorizer = authorizer;
    this.caller = caller;
  }

  allows(operation: Operation, type: ResourceType, name: string): boolean {
    const { authorizer } = this;
    if (authorizer === undefined) return true;
    const decisions = this.decisionsAt(authorizer, OPERATIONS[operation] * TYPES + RESOURCE_TYPES[type]);
    return decisions.get(name) ?? this.keep(decisions, name, authorizer.allows(this.caller, operation, type, name));
  }

  /** Whether the operation could be allowed on some resource of this type. */
  allowsAny(operation: Operation, type: ResourceType): boolean {
    const { authorizer } = this;
    if (authorizer === undefined) return true;
    const decisions = this.decisionsAt(authorizer, ANY + OPERATIONS[operation] * TYPES + RESOURCE_TYPES[type]);
    return decisions.get('') ?? this.keep(decisions, '', authorizer.allowsAny(this.caller, operation, type));
  }

  private decisionsAt({ acls }: Authorizer, at: number): Map<string, boolean> {
    if (acls.version !== this.version || this.kept >= MAX_KEPT) {
      this.decisions.length = 0;
      this.kept = 0;
      this.version = acls.version;
    }
    return (this.decisions[at] ??= new Map<string, boolean>());
  }

  private keep(decisions: Map<string, boolean>, name: string, decision: boolean): boolean {
    decisions.set(name, decision);
    this.kept++;
    return decision;
  }

  /** The allowed operations as the protocol's bit field: bit 3 for READ, bit 4 for WRITE and so on. */
  operationsOn(type: ResourceType, name: string): number {
    const allowed = (SUPPORTED[type] ?? []).filter((operation) => this.allows(operation, type, name));
    return allowed.reduce((bits, operation) => bits | (1 << OPERATIONS[operation]), 0);
  }
}
