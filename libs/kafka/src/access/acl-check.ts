import {
  type AclEntry,
  AclOperationTypes as Operation,
  AclPermissionTypes as Permission,
  AclResourceTypes as Resource,
  type Admin,
  ResourcePatternTypes as Pattern,
} from '../client.ts';
import { DOOR_TOPIC_PREFIX, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { TOPICS } from '../topics.ts';
import { principalOf } from './access.ts';
import { serviceAcls } from './acls.ts';

/** `missing`: what services need. `superfluous`: what they do not. `dangerous`: others may write what only a service should. */
export type AclCheck = { missing: AclEntry[]; superfluous: AclEntry[]; dangerous: AclEntry[] };

const OWN = `User:${principalOf('')}`;
const OWN_TOPICS = new Set(TOPICS.map(({ name }) => name).filter((name) => name !== INTEGRATION_EVENTS_TOPIC));
const WRITING: ReadonlySet<AclEntry['operation']> = new Set([
  Operation.ALL,
  Operation.WRITE,
  Operation.CREATE,
  Operation.DELETE,
  Operation.ALTER,
]);

/** Every ACL that there is. @throws when Kafka has no authorizer. */
export async function allAcls(admin: Admin): Promise<AclEntry[]> {
  const { resources } = await admin.describeAcls({
    resourceType: Resource.ANY,
    resourcePatternType: Pattern.ANY,
    operation: Operation.ANY,
    permissionType: Permission.ANY,
  });
  return resources.flatMap(({ acls, resourceType, resourceName, resourcePatternType }) =>
    acls.map((acl) => ({ ...acl, resourceType, resourceName, resourcePatternType })),
  );
}

export async function checkAcls(admin: Admin): Promise<AclCheck> {
  const present = await allAcls(admin);
  const [has, needs] = [idsOf(present), idsOf(serviceAcls())];
  return {
    missing: serviceAcls().filter((acl) => !has.has(idOf(acl))),
    superfluous: present.filter((acl) => acl.principal.startsWith(OWN) && !needs.has(idOf(acl))),
    dangerous: present.filter((acl) => !acl.principal.startsWith(OWN) && isDangerous(acl)),
  };
}

/** Makes what is missing, and takes away what is superfluous. ACLs of others are theirs to change. */
export async function settleAcls(admin: Admin): Promise<AclCheck> {
  const check = await checkAcls(admin);
  if (check.missing.length > 0) await admin.createAcls({ acl: check.missing });
  if (check.superfluous.length > 0) await admin.deleteAcls({ filters: check.superfluous });
  return check;
}

const nameIn = (names: object, value: number): string =>
  Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value);

/** In words, for a list. */
export const inWords = ({ principal, operation, permissionType, ...acl }: AclEntry): string => {
  const pattern = acl.resourcePatternType === Pattern.PREFIXED ? `${acl.resourceName}*` : acl.resourceName;
  const what = `${nameIn(Operation, operation)} on ${nameIn(Resource, acl.resourceType).toLowerCase()} ${pattern}`;
  return `${principal} ${nameIn(Permission, permissionType).toLowerCase()} ${what}`;
};

const idOf = (acl: AclEntry): string => `${inWords(acl)} from ${acl.host}`;
const idsOf = (acls: readonly AclEntry[]): ReadonlySet<string> => new Set(acls.map(idOf));

function isDangerous({
  resourceType,
  resourceName,
  resourcePatternType,
  operation,
  permissionType,
  principal,
}: AclEntry) {
  if (permissionType !== Permission.ALLOW || !WRITING.has(operation)) return false;
  if (resourceType === Resource.CLUSTER) return true;
  if (resourceType !== Resource.TOPIC) return false;
  if (resourceName.startsWith(DOOR_TOPIC_PREFIX) && resourcePatternType === Pattern.LITERAL)
    return !/^User:[a-z2-7]{8}$/.test(principal);
  const isPrefixed = resourcePatternType === Pattern.PREFIXED;
  return (
    resourceName === '*' ||
    [...OWN_TOPICS].some((name) => (isPrefixed ? name.startsWith(resourceName) : name === resourceName))
  );
}
