import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int8, nullableString, string } from '../protocol/types.ts';
import { CLUSTER_NAME, faultOf, type Acl, type Operation } from '../security/acl.ts';
import type { AclStore } from '../security/acl-store.ts';
import { authorize } from './authorization.ts';
import { toAcl, toCodes, toFilter, type AclCodes } from './acl-codes.ts';

const VERSIONS = { versions: [1, 3], flexibleFrom: 2 } as const;
const resource = { resourceType: int8, resourceName: string, patternType: int8 };
const entry = { principal: string, host: string, operation: int8, permissionType: int8 };
const resourceFilter = { resourceType: int8, resourceName: nullableString, patternType: int8 };
const entryFilter = { principal: nullableString, host: nullableString, operation: int8, permissionType: int8 };
const outcome = { errorCode: int16, errorMessage: nullableString };
const DONE = { errorCode: ErrorCode.NONE, errorMessage: null };

/** @throws CLUSTER_AUTHORIZATION_FAILED or SECURITY_DISABLED if the caller may not do `operation` on ACLs. */
function aclsFor(operation: Operation, context: RequestContext): AclStore {
  authorize(context, operation, 'CLUSTER', CLUSTER_NAME);
  const { authorizer } = context.broker;
  if (authorizer !== undefined) return authorizer.acls;
  throw new KafkaError(ErrorCode.SECURITY_DISABLED, 'No Authorizer is configured.');
}

function checked(creation: AclCodes): Acl | KafkaError {
  const acl = toAcl(creation);
  const fault = acl === undefined ? 'Invalid ACL: a type or an operation that only filters have' : faultOf(acl);
  return acl !== undefined && fault === undefined ? acl : new KafkaError(ErrorCode.INVALID_REQUEST, fault ?? '');
}

/** Adds ACLs. The broker responds when the ACLs are on disk. They apply from the next request of any connection. */
export const createAcls = defineApi({
  key: 30,
  name: 'CreateAcls',
  ...VERSIONS,
  request: struct({ creations: array(struct({ ...resource, ...entry })) }),
  response: struct({ throttleTimeMs: since(0, int32, 0), results: array(struct(outcome)) }),
  handle({ creations }, context) {
    const read = creations.map(checked);
    try {
      aclsFor('ALTER', context).add(read.flatMap((one) => (one instanceof KafkaError ? [] : [one])));
      return { results: read.map((one) => (one instanceof KafkaError ? toAnswer(one) : DONE)) };
    } catch (error) {
      return { results: creations.map(() => toAnswer(error)) };
    }
  },
});

function byResource(acls: readonly Acl[]) {
  const found = new Map<string, Omit<AclCodes, keyof typeof entry> & { acls: AclCodes[] }>();
  for (const acl of acls.map(toCodes)) {
    const { resourceType, resourceName, patternType } = acl;
    const key = `${resourceType} ${patternType} ${resourceName}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { resourceType, resourceName, patternType, acls: [acl] });
    else known.acls.push(acl);
  }
  return [...found.values()];
}

export const describeAcls = defineApi({
  key: 29,
  name: 'DescribeAcls',
  ...VERSIONS,
  request: struct({ ...resourceFilter, ...entryFilter }),
  response: struct({
    throttleTimeMs: since(0, int32, 0),
    ...outcome,
    resources: array(struct({ ...resource, acls: array(struct(entry)) })),
  }),
  handle(request, context) {
    const filter = toFilter(request);
    try {
      return { ...DONE, resources: byResource(aclsFor('DESCRIBE', context).find(filter)) };
    } catch (error) {
      return { ...toAnswer(error), resources: [] };
    }
  },
});

/** Deletes and returns the ACLs that match the filters. Deleted ACLs stop applying with the next request of any connection. */
export const deleteAcls = defineApi({
  key: 31,
  name: 'DeleteAcls',
  ...VERSIONS,
  request: struct({ filters: array(struct({ ...resourceFilter, ...entryFilter })) }),
  response: struct({
    throttleTimeMs: since(0, int32, 0),
    filterResults: array(struct({ ...outcome, matchingAcls: array(struct({ ...outcome, ...resource, ...entry })) })),
  }),
  handle({ filters }, context) {
    const read = filters.map(toFilter);
    try {
      const deleted = aclsFor('ALTER', context).delete(read);
      const filterResults = deleted.map((acls) => ({
        ...DONE,
        matchingAcls: acls.map((acl) => ({ ...DONE, ...toCodes(acl) })),
      }));
      return { filterResults };
    } catch (error) {
      return { filterResults: filters.map(() => ({ ...toAnswer(error), matchingAcls: [] })) };
    }
  },
});
