import { DOOR_TOPIC_PREFIX } from '@portico/contracts/events/integration-event';
import {
  type AclEntry,
  type AclFilter,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  type Admin,
  ResourcePatternTypes,
} from '@portico/kafka';
import { type Grant, idOfGrant } from './door-grants.ts';

const PREFIX = 'User:';
/** The permissions that a producer needs on its topic. */
const OPERATIONS = [AclOperationTypes.WRITE, AclOperationTypes.DESCRIBE];

const toAcls = ({ keyId, topic }: Grant): AclEntry[] =>
  OPERATIONS.map((operation) => ({
    resourceType: AclResourceTypes.TOPIC,
    resourceName: topic,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: `${PREFIX}${keyId}`,
    host: '*',
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  }));

/** The filter that matches every ACL of a key on its topic. */
const toFilter = ({ keyId, topic }: Grant): AclFilter => ({
  resourceType: AclResourceTypes.TOPIC,
  resourceName: topic,
  resourcePatternType: ResourcePatternTypes.LITERAL,
  principal: `${PREFIX}${keyId}`,
  operation: AclOperationTypes.ANY,
  permissionType: AclPermissionTypes.ANY,
});

/**
 * Reads the ACLs of the integrations' own topics from Kafka. Returns which publisher key may write to which topic.
 * @throws if Kafka has no authorizer, or does not respond.
 */
export async function grantsIn(admin: Admin): Promise<Grant[]> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.TOPIC,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ALLOW,
  });
  const grants = resources
    .filter(({ resourceName }) => resourceName.startsWith(DOOR_TOPIC_PREFIX))
    .flatMap(({ resourceName: topic, acls }) =>
      acls
        .map(({ principal }) => principal.slice(PREFIX.length))
        .filter((name) => /^[a-z2-7]{8}$/.test(name))
        .map((keyId) => ({ keyId, topic })),
    );
  return [...new Map(grants.map((grant) => [idOfGrant(grant), grant])).values()];
}

export async function grant(admin: Admin, grants: readonly Grant[]): Promise<void> {
  if (grants.length > 0) await admin.createAcls({ acl: grants.flatMap(toAcls) });
}

export async function withdraw(admin: Admin, grants: readonly Grant[]): Promise<void> {
  if (grants.length > 0) await admin.deleteAcls({ filters: grants.map(toFilter) });
}
