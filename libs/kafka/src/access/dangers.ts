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
/** Operations that publishers must not have on the topic of integration events, such as deleting the topic or its records. */
const ENDS: ReadonlySet<AclEntry['operation']> = new Set(
  [...CHANGES].filter((operation) => operation !== Operation.WRITE),
);
/** Operations on a consumer group that take partitions away from a service, or change the offsets that the service trusts. */
const TAKES_PART: ReadonlySet<AclEntry['operation']> = new Set([Operation.ALL, Operation.READ, Operation.DELETE]);
const GIVES_ACCESS: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.ALTER,
  Operation.ALTER_CONFIGS,
]);

/** Matches the principal of an integration's key, which contains the key's id. */
const KEY_PRINCIPAL = /^User:[a-z2-7]{8}$/;

/** Whether an ACL lets keys publish to the shared topic. A key may publish only to the topic of its own integration. */
const letsKeysShare = (acl: AclEntry): boolean =>
  (acl.principal === 'User:*' || KEY_PRINCIPAL.test(acl.principal)) &&
  (acl.operation === Operation.WRITE || acl.operation === Operation.ALL) &&
  coversName(acl, [INTEGRATION_EVENTS_TOPIC]);

/** Whether an ACL lets a key publish to the topic of an integration. The events service creates such ACLs. */
const isKeyOfDoor = ({ principal, resourceName, resourcePatternType, operation }: AclEntry): boolean =>
  KEY_PRINCIPAL.test(principal) &&
  resourceName.startsWith(DOOR_TOPIC_PREFIX) &&
  resourcePatternType === ResourcePatternTypes.LITERAL &&
  operation === Operation.WRITE;

/** Whether an ACL lets a principal outside the product change data that only services should change. */
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
