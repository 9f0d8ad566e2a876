import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bool, bytes, int16, int32, nullableString, string } from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { AUTHORIZED_OPERATIONS_UNKNOWN } from './authorization.ts';

/** The protocol type reported for a group that has only offsets. */
const CONSUMER = 'consumer';
const CLASSIC = 'classic';

/** Lists all groups, including groups that have offsets but no members. */
export const listGroups = defineApi({
  key: 16,
  name: 'ListGroups',
  versions: [0, 5],
  flexibleFrom: 3,
  request: struct({ statesFilter: since(4, array(string), []), typesFilter: since(5, array(string), []) }),
  response: struct({
    throttleTimeMs: since(1, int32, 0),
    errorCode: int16,
    groups: array(
      struct({
        groupId: string,
        protocolType: string,
        groupState: since(4, string, ''),
        groupType: since(5, string, CLASSIC),
      }),
    ),
  }),
  handle({ statesFilter, typesFilter }, { broker: { coordinator }, session: { permissions } }) {
    const mayDescribe = (groupId: string): boolean =>
      permissions.allows('DESCRIBE', 'CLUSTER', CLUSTER_NAME) || permissions.allows('DESCRIBE', 'GROUP', groupId);
    const includes = (filter: readonly string[], value: string): boolean =>
      filter.length === 0 || filter.some((wanted) => wanted.toLowerCase() === value.toLowerCase());
    const visible = coordinator.groupIds().filter(mayDescribe);
    const groups = visible.map((groupId) => {
      const group = coordinator.find(groupId);
      return { groupId, protocolType: group?.protocolType || CONSUMER, groupState: group?.state ?? 'Empty' };
    });
    const wanted = groups.filter(
      ({ groupState }) => includes(statesFilter, groupState) && includes(typesFilter, CLASSIC),
    );
    return { errorCode: ErrorCode.NONE, groups: wanted };
  },
});

const NOT_AUTHORIZED = {
  errorCode: ErrorCode.GROUP_AUTHORIZATION_FAILED,
  groupState: '',
  protocolType: '',
  protocolData: '',
  members: [],
};

function describe(
  { broker: { coordinator }, session: { permissions } }: RequestContext,
  groupId: string,
  operations: boolean,
) {
  if (!permissions.allows('DESCRIBE', 'GROUP', groupId)) return { ...NOT_AUTHORIZED, groupId };
  const group = coordinator.find(groupId);
  const known = group !== undefined || coordinator.offsets.has(groupId);
  const stable = group?.state === 'Stable';
  return {
    errorCode: ErrorCode.NONE,
    groupId,
    groupState: group?.state ?? (known ? 'Empty' : 'Dead'),
    protocolType: group?.protocolType || (known ? CONSUMER : ''),
    protocolData: (stable ? group.protocolName : null) ?? '',
    members: [...(group?.members.values() ?? [])].map((member) => ({
      memberId: member.id,
      groupInstanceId: member.options.instanceId,
      clientId: member.options.clientId,
      clientHost: member.options.clientHost,
      metadata: member.metadataFor(group?.protocolName ?? ''),
      assignment: member.assignment,
    })),
    authorizedOperations: operations ? permissions.operationsOn('GROUP', groupId) : AUTHORIZED_OPERATIONS_UNKNOWN,
  };
}

/** Describes the state and members of groups. An unknown group is `Dead`. */
export const describeGroups = defineApi({
  key: 15,
  name: 'DescribeGroups',
  versions: [0, 5],
  flexibleFrom: 5,
  request: struct({ groups: array(string), includeAuthorizedOperations: since(3, bool, false) }),
  response: struct({
    throttleTimeMs: since(1, int32, 0),
    groups: array(
      struct({
        errorCode: int16,
        groupId: string,
        groupState: string,
        protocolType: string,
        protocolData: string,
        members: array(
          struct({
            memberId: string,
            groupInstanceId: since(4, nullableString, null),
            clientId: string,
            clientHost: string,
            metadata: bytes,
            assignment: bytes,
          }),
        ),
        authorizedOperations: since(3, int32, AUTHORIZED_OPERATIONS_UNKNOWN),
      }),
    ),
  }),
  handle: ({ groups, includeAuthorizedOperations }, context) => ({
    groups: groups.map((groupId) => describe(context, groupId, includeAuthorizedOperations)),
  }),
});

export const deleteGroups = defineApi({
  key: 42,
  name: 'DeleteGroups',
  versions: [0, 2],
  flexibleFrom: 2,
  request: struct({ groupIds: array(string) }),
  response: struct({
    throttleTimeMs: since(0, int32, 0),
    results: array(struct({ groupId: string, errorCode: int16 })),
  }),
  handle: ({ groupIds }, { broker: { coordinator }, session: { permissions } }) => ({
    results: groupIds.map((groupId) => {
      const isAllowed = permissions.allows('DELETE', 'GROUP', groupId);
      return { groupId, errorCode: isAllowed ? coordinator.delete(groupId) : ErrorCode.GROUP_AUTHORIZATION_FAILED };
    }),
  }),
});
