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

/** Topics whose records are trusted because only services can write them. */
const BELIEVED = TOPICS.map(({ name }) => name).filter((name) => name !== INTEGRATION_EVENTS_TOPIC);

const CHANGES: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.WRITE,
  Operation.CREATE,
  Operation.DELETE,
  Operation.ALTER,
  Operation.ALTER_CONFIGS,
]);
/** Operations that publishers may not do on the topic of integration events: deleting it or its records. */
const ENDS: ReadonlySet<AclEntry['operation']> = new Set([...CHANGES].filter((one) => one !== Operation.WRITE));
/** Joining a group takes partitions away from the service, and committed offsets are trusted. */
const TAKES_PART: ReadonlySet<AclEntry['operation']> = new Set([Operation.ALL, Operation.READ, Operation.DELETE]);
const GIVES_ACCESS: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.ALTER,
  Operation.ALTER_CONFIGS,
]);

/** Principal of an integration's key: the key's id. */
const KEY_PRINCIPAL = /^User:[a-z2-7]{8}$/;

/** A key identifies one integration, so it may only publish to that integration's own topic, not to the shared one. */
const letsKeysShare = (acl: AclEntry): boolean =>
  (acl.principal === 'User:*' || KEY_PRINCIPAL.test(acl.principal)) &&
  (acl.operation === Operation.WRITE || acl.operation === Operation.ALL) &&
  coversName(acl, [INTEGRATION_EVENTS_TOPIC]);

/** A key's permission to publish to its own topic, which the events service grants. */
const isKeyOfDoor = ({ principal, resourceName, resourcePatternType, operation }: AclEntry): boolean =>
  KEY_PRINCIPAL.test(principal) &&
  resourceName.startsWith(DOOR_TOPIC_PREFIX) &&
  resourcePatternType === ResourcePatternTypes.LITERAL &&
  operation === Operation.WRITE;

/** Whether an ACL lets a principal outside the product change what only a service should change. */
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
