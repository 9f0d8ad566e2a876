import {
  type AclEntry,
  AclOperationTypes as Operation,
  AclPermissionTypes,
  AclResourceTypes as Resource,
  ResourcePatternTypes as Pattern,
} from '../client.ts';
import { type Access, ACCESS, principalOf } from './access.ts';

/** Kafka's one resource of type cluster. */
const CLUSTER = 'kafka-cluster';

const allow = (
  principal: string,
  resourceType: AclEntry['resourceType'],
  resourceName: string,
  operations: readonly AclEntry['operation'][],
  resourcePatternType: AclEntry['resourcePatternType'] = Pattern.LITERAL,
): AclEntry[] =>
  operations.map((operation) => ({
    principal: `User:${principal}`,
    host: '*',
    resourceType,
    resourceName,
    resourcePatternType,
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  }));

/** A service makes the topics that it names when it is the first to start. */
function aclsOfService(service: string, { writes, reads, makes }: Access): AclEntry[] {
  const name = principalOf(service);
  const topics = [...new Set([...writes, ...reads])];
  return [
    ...topics.flatMap((topic) =>
      allow(name, Resource.TOPIC, topic, [
        Operation.CREATE,
        ...(writes.includes(topic) ? [Operation.WRITE] : []),
        ...(reads.includes(topic) ? [Operation.READ] : []),
        Operation.DESCRIBE,
      ]),
    ),
    ...allow(name, Resource.GROUP, `${service}.`, [Operation.READ], Pattern.PREFIXED),
    ...(makes === undefined
      ? []
      : [
          ...allow(name, Resource.TOPIC, makes, [Operation.CREATE, Operation.READ], Pattern.PREFIXED),
          ...allow(name, Resource.CLUSTER, CLUSTER, [Operation.ALTER, Operation.DESCRIBE]),
        ]),
  ];
}

/** Every ACL that the services need. */
export const serviceAcls = (): AclEntry[] =>
  Object.entries(ACCESS).flatMap(([service, access]) => aclsOfService(service, access));

/** Lets everybody write to a topic, also those who do not say who they are. */
export const openTopicAcls = (topic: string): AclEntry[] =>
  allow('*', Resource.TOPIC, topic, [Operation.WRITE, Operation.DESCRIBE]);
