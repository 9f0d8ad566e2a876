import {
  type AclEntry,
  AclOperationTypes as Operation,
  AclPermissionTypes as Permission,
  AclResourceTypes as Resource,
  type Admin,
  ResourcePatternTypes as Pattern,
} from '../client.ts';
import { principalOf } from './access.ts';
import { serviceAcls } from './acls.ts';
import { isDangerous } from './dangers.ts';
import { isOfProduct } from './patterns.ts';

/**
 * `missing`: ACLs that services need. `superfluous`: ACLs of the product's principals, on the product's topics and groups, that no service
 * needs. `dangerous`: ACLs that let other principals change data that only services should change.
 */
type AclCheck = { missing: AclEntry[]; superfluous: AclEntry[]; dangerous: AclEntry[] };

const OWN = `User:${principalOf('')}`;
const isOwn = ({ principal }: AclEntry): boolean => principal.startsWith(OWN);

/** @throws when Kafka has no authorizer, or the caller may not list ACLs. */
async function allAcls(admin: Admin): Promise<AclEntry[]> {
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

/**
 * Compares the ACLs that exist in Kafka with the ACLs that the services need.
 * @param trusted - the operator's principals, which may do anything.
 */
export function compareAcls(present: readonly AclEntry[], trusted: readonly string[] = []): AclCheck {
  const needed = serviceAcls();
  const [has, needs] = [idsOf(present), idsOf(needed)];
  return {
    missing: needed.filter((acl) => !has.has(idOf(acl))),
    superfluous: present.filter((acl) => isOwn(acl) && isOfProduct(acl) && !needs.has(idOf(acl))),
    dangerous: present.filter((acl) => !isOwn(acl) && !trusted.includes(acl.principal) && isDangerous(acl)),
  };
}

export const checkAcls = async (admin: Admin, trusted?: readonly string[]): Promise<AclCheck> =>
  compareAcls(await allAcls(admin), trusted);

/** Creates the missing ACLs, then deletes the superfluous ones. ACLs of other principals are not changed. */
export async function settleAcls(admin: Admin, trusted?: readonly string[]): Promise<AclCheck> {
  const check = await checkAcls(admin, trusted);
  if (check.missing.length > 0) await admin.createAcls({ acl: check.missing });
  if (check.superfluous.length > 0) await admin.deleteAcls({ filters: check.superfluous });
  return check;
}

const nameIn = (names: object, value: number): string =>
  Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value);

export const inWords = ({ principal, operation, permissionType, host, ...acl }: AclEntry): string => {
  const pattern = acl.resourcePatternType === Pattern.PREFIXED ? `${acl.resourceName}*` : acl.resourceName;
  const what = `${nameIn(Operation, operation)} on ${nameIn(Resource, acl.resourceType).toLowerCase()} ${pattern}`;
  return `${principal} ${nameIn(Permission, permissionType).toLowerCase()} ${what}${host === '*' ? '' : ` from ${host}`}`;
};

/** The pattern type distinguishes the literal name `a*` from the prefix `a`. */
const idOf = (acl: AclEntry): string => `${acl.resourcePatternType} ${inWords(acl)}`;
const idsOf = (acls: readonly AclEntry[]): ReadonlySet<string> => new Set(acls.map(idOf));
