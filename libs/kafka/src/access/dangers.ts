import { DOOR_TOPIC_PREFIX, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import {
  type AclEntry,
  AclOperationTypes as Operation,
  AclPermissionTypes as Permission,
  AclResourceTypes as Resource,
  ResourcePatternTypes,
} from '../client.ts';
import { TOPICS } from '../topics.ts';
import { coversName, coversPrefix, GROUP_PREFIXES } from './patterns.ts';

/** Topics that are believed because of who may write there. */
const BELIEVED = TOPICS.map(({ name }) => name).filter((name) => name !== INTEGRATION_EVENTS_TOPIC);

const CHANGES: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.WRITE,
  Operation.CREATE,
  Operation.DELETE,
  Operation.ALTER,
  Operation.ALTER_CONFIGS,
]);
/** Publishers write to the topic of integration events; they may still not delete it, or what it holds. */
const ENDS: ReadonlySet<AclEntry['operation']> = new Set([...CHANGES].filter((one) => one !== Operation.WRITE));
/** Joining a group takes its partitions away from the service; commits are believed. */
const TAKES_PART: ReadonlySet<AclEntry['operation']> = new Set([Operation.ALL, Operation.READ, Operation.DELETE]);
const GIVES_ACCESS: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.ALTER,
  Operation.ALTER_CONFIGS,
]);

/** The principal of a key of an integration: the key's id. */
const KEY_PRINCIPAL = /^User:[a-z2-7]{8}$/;

/** A key proves one integration, and the shared topic none: a key's program has its own topic. */
const letsKeysShare = (acl: AclEntry): boolean =>
  (acl.principal === 'User:*' || KEY_PRINCIPAL.test(acl.principal)) &&
  (acl.operation === Operation.WRITE || acl.operation === Operation.ALL) &&
  coversName(acl, [INTEGRATION_EVENTS_TOPIC]);

/** A key's own right to publish, which the events service gives. */
const isKeyOfDoor = ({ principal, resourceName, resourcePatternType, operation }: AclEntry): boolean =>
  KEY_PRINCIPAL.test(principal) &&
  resourceName.startsWith(DOOR_TOPIC_PREFIX) &&
  resourcePatternType === ResourcePatternTypes.LITERAL &&
  operation === Operation.WRITE;

/** Whether an ACL lets somebody who is not of the product change what only a service should. */
export function isDangerous(acl: AclEntry): boolean {
  const { resourceType, operation, permissionType } = acl;
  if (permissionType !== Permission.ALLOW) return false;
  if (resourceType === Resource.CLUSTER) return GIVES_ACCESS.has(operation);
  if (resourceType === Resource.GROUP) return TAKES_PART.has(operation) && coversPrefix(acl, GROUP_PREFIXES);
  if (resourceType !== Resource.TOPIC) return false;
  return (
    (CHANGES.has(operation) && coversName(acl, BELIEVED)) ||
    (ENDS.has(operation) && coversName(acl, [INTEGRATION_EVENTS_TOPIC])) ||
    letsKeysShare(acl) ||
    (CHANGES.has(operation) && coversPrefix(acl, [DOOR_TOPIC_PREFIX]) && !isKeyOfDoor(acl))
  );
}
