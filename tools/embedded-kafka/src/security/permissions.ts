import type { Operation, ResourceType } from './acl.ts';
import { OPERATIONS } from './acl.ts';
import type { Authorizer, Caller } from './authorizer.ts';

/** Decisions that are kept for one connection, however many names it asks for. */
const MAX_KEPT = 4_096;

/** Operations that there are on a resource, for clients that ask which of them they are allowed. */
const SUPPORTED: Partial<Record<ResourceType, readonly Operation[]>> = {
  TOPIC: ['READ', 'WRITE', 'CREATE', 'DELETE', 'ALTER', 'DESCRIBE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS'],
  GROUP: ['READ', 'DELETE', 'DESCRIBE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS'],
  CLUSTER: ['CREATE', 'ALTER', 'DESCRIBE', 'CLUSTER_ACTION', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS', 'IDEMPOTENT_WRITE'],
};

/** What one principal may do on one connection: everything where there is no authorizer. Decisions are kept until an ACL changes. */
export class Permissions {
  private readonly authorizer: Authorizer | undefined;
  private readonly caller: Caller;
  private readonly decisions = new Map<string, boolean>();
  private version = -1;

  constructor(authorizer: Authorizer | undefined, caller: Caller) {
    this.authorizer = authorizer;
    this.caller = caller;
  }

  allows(operation: Operation, type: ResourceType, name: string): boolean {
    const { authorizer, caller } = this;
    if (authorizer === undefined) return true;
    return this.decide(authorizer, `${operation} ${type} ${name}`, () =>
      authorizer.allows(caller, operation, type, name),
    );
  }

  /** Whether there may be a resource of this type with which the operation is allowed. */
  allowsAny(operation: Operation, type: ResourceType): boolean {
    const { authorizer, caller } = this;
    if (authorizer === undefined) return true;
    return this.decide(authorizer, `${operation} ${type}`, () => authorizer.allowsAny(caller, operation, type));
  }

  private decide(authorizer: Authorizer, question: string, decide: () => boolean): boolean {
    const { version } = authorizer.acls;
    if (version !== this.version || this.decisions.size >= MAX_KEPT) {
      this.decisions.clear();
      this.version = version;
    }
    const known = this.decisions.get(question);
    if (known !== undefined) return known;
    const decision = decide();
    this.decisions.set(question, decision);
    return decision;
  }

  /** The allowed operations as the protocol's bit field: bit 3 for READ, 4 for WRITE and so on. */
  operationsOn(type: ResourceType, name: string): number {
    const allowed = (SUPPORTED[type] ?? []).filter((operation) => this.allows(operation, type, name));
    return allowed.reduce((bits, operation) => bits | (1 << OPERATIONS[operation]), 0);
  }
}
