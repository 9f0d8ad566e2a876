import { createAcls, deleteAcls, describeAcls } from '../../src/apis/acls.ts';
import type { AclCodes } from '../../src/apis/acl-codes.ts';
import {
  CLUSTER_NAME,
  OPERATIONS,
  PATTERN_TYPES,
  PERMISSIONS,
  RESOURCE_TYPES,
  type Operation,
  type Permission,
  type ResourceType,
} from '../../src/security/acl.ts';
import { metadata } from '../../src/apis/metadata.ts';
import { offsetCommit } from '../../src/apis/offset-commit.ts';
import { EVERY, type SecuredCase, type SecuredStage } from '../secured-stage.ts';
import { answerOf } from '../target.ts';
import { requests, type Subject } from './acl-requests.ts';

interface Rule {
  readonly type: ResourceType;
  readonly operation: Operation;
  readonly permission?: Permission;
  readonly principal?: string;
  readonly host?: string;
  /** The resource's exact name. Default: every name with this case's prefix. Ignored for CLUSTER, which has only one name. */
  readonly literal?: string;
}

function codesOf(rule: Rule, { prefix }: Subject): AclCodes {
  const { type, operation, permission = 'ALLOW', principal = 'User:alice', host = '*', literal } = rule;
  const exact = type === 'CLUSTER' ? CLUSTER_NAME : literal;
  return {
    resourceType: RESOURCE_TYPES[type],
    resourceName: exact ?? prefix,
    patternType: exact === undefined ? PATTERN_TYPES.PREFIXED : PATTERN_TYPES.LITERAL,
    principal,
    host,
    operation: OPERATIONS[operation],
    permissionType: PERMISSIONS[permission],
  };
}

/** Creates the topics and the group that the requests use. The group has a committed offset. */
async function prepare(stage: SecuredStage): Promise<Subject> {
  const topic = await stage.topic();
  const victims: [string, string] = [await stage.topic(), await stage.topic()];
  const connection = await stage.connect();
  const known = await connection.call(metadata, 12, { topics: [topic, ...victims].map((name) => ({ name })) });
  const ids = new Map(known.topics.map(({ name, topicId }) => [name ?? '', topicId]));
  const subject = { prefix: stage.id, topic, victims, ids, group: `${stage.id}-group` };
  const partitions = [{ partitionIndex: 0, committedOffset: 0, committedMetadata: 'm' }];
  const body = { groupId: subject.group, generationId: -1, memberId: '', topics: [{ name: topic, partitions }] };
  await connection.call(offsetCommit, 7, body);
  return subject;
}

/** Sends every request as a user with these ACLs, and returns the results. */
async function outcomes(stage: SecuredStage, rules: readonly Rule[], user: 'alice' | 'ANONYMOUS' = 'alice') {
  const subject = await prepare(stage);
  const acls = rules.map((rule) => codesOf(rule, subject));
  await stage.allow(acls);
  const connection = await stage.connectAs(user);
  const answers: Record<string, unknown> = {};
  try {
    for (const [name, request] of Object.entries(requests)) {
      answers[name] = await answerOf(() => request(connection, subject));
    }
  } finally {
    await stage.withdraw(acls);
  }
  return answers;
}

const on = (type: ResourceType, ...operations: Operation[]): Rule[][] =>
  operations.map((operation) => [{ type, operation }]);
const ofTopics = on(
  'TOPIC',
  'ALL',
  'READ',
  'WRITE',
  'CREATE',
  'DELETE',
  'ALTER',
  'DESCRIBE',
  'DESCRIBE_CONFIGS',
  'ALTER_CONFIGS',
);
const ofGroups = on('GROUP', 'ALL', 'READ', 'DELETE', 'DESCRIBE');
const ofTheCluster = on(
  'CLUSTER',
  'ALL',
  'CREATE',
  'DELETE',
  'ALTER',
  'DESCRIBE',
  'CLUSTER_ACTION',
  'DESCRIBE_CONFIGS',
  'IDEMPOTENT_WRITE',
);
const ofTransactions = on('TRANSACTIONAL_ID', 'ALL', 'WRITE', 'DESCRIBE');
const topic = (operation: Operation, more: Partial<Rule> = {}): Rule => ({ type: 'TOPIC', operation, ...more });
const combined: Rule[][] = [
  [],
  [topic('READ'), { type: 'GROUP', operation: 'READ' }],
  [topic('DESCRIBE'), { type: 'GROUP', operation: 'READ' }],
  [topic('ALL'), topic('WRITE', { permission: 'DENY' })],
  [topic('ALL'), topic('DESCRIBE', { permission: 'DENY' })],
  [topic('READ'), topic('DESCRIBE', { permission: 'DENY' })],
  [topic('ALL'), topic('ALL', { permission: 'DENY', principal: 'User:*' })],
  [topic('ALL'), topic('ALL', { permission: 'DENY', host: '10.0.0.1' })],
  [topic('ALL'), topic('WRITE', { permission: 'DENY', literal: '*' })],
  [topic('WRITE', { literal: '*' }), topic('WRITE', { permission: 'DENY' })],
  [topic('WRITE', { host: '127.0.0.1' })],
  [topic('WRITE', { host: '10.0.0.1' })],
  [topic('WRITE', { principal: 'User:*' })],
  [topic('WRITE', { principal: 'User:bob' })],
  [topic('ALL', { principal: 'Group:alice' })],
  [topic('WRITE', { literal: 'somewhere-else' })],
  [topic('READ', { literal: '*' }), { type: 'GROUP', operation: 'READ', literal: '*' }],
];

const describeRule = ({ permission = 'ALLOW', operation, type, principal, host, literal }: Rule): string =>
  [permission, principal, operation, 'on', type, literal, host && `from ${host}`].filter(Boolean).join(' ');

const withRules = (rules: Rule[]): SecuredCase => ({
  name: `every request with the ACLs: ${rules.map(describeRule).join(' and ') || 'none'}`,
  run: (stage) => outcomes(stage, rules),
});
const matrix: SecuredCase[] = [
  ...[...ofTopics, ...ofGroups, ...ofTheCluster, ...combined].map(withRules),
  ...ofTransactions.map((rules) => ({
    ...withRules(rules),
    deviates: 'the embedded broker has no transactions and refuses them',
  })),
];

const anonymous: SecuredCase[] = [[], [topic('WRITE', { principal: 'User:ANONYMOUS' })]].map((rules) => ({
  name: `every request of an unauthenticated client with the ACLs: ${rules.map(describeRule).join() || 'none'}`,
  run: (stage) => outcomes(stage, rules, 'ANONYMOUS'),
}));

const managed: SecuredCase[] = [
  {
    name: 'creating ACLs, describing them with every kind of filter, and deleting them',
    async run(stage) {
      const [connection, { id }] = [await stage.connect(), stage];
      const rule = {
        resourceType: 2,
        patternType: 3,
        principal: `User:${id}`,
        host: '*',
        operation: 3,
        permissionType: 3,
      };
      const creations = [
        { ...rule, resourceName: `${id}-a` },
        { ...rule, resourceName: `${id}-a`, operation: 4 },
        { ...rule, resourceName: `${id}-a`, operation: 4 },
        { ...rule, resourceName: id, patternType: 4, permissionType: 2 },
        { ...rule, resourceName: '*', host: '10.0.0.1' },
        { ...rule, resourceType: 3, resourceName: `${id}-a` },
      ];
      await stage.allow(creations);
      const filters = [
        { ...EVERY, principal: `User:${id}` },
        { ...EVERY, principal: `User:${id}`, host: '10.0.0.1' },
        { ...EVERY, principal: `User:${id}`, resourceType: 3 },
        { ...EVERY, principal: `User:${id}`, resourceType: 2, resourceName: `${id}-a` },
        { ...EVERY, principal: `User:${id}`, resourceType: 2, resourceName: `${id}-a`, patternType: 2 },
        { ...EVERY, principal: `User:${id}`, patternType: 4 },
        { ...EVERY, principal: `User:${id}`, operation: 4 },
        { ...EVERY, principal: `User:${id}`, permissionType: 2 },
        { ...EVERY, principal: `User:${id}-nobody` },
      ];
      const answers: unknown[] = [];
      for (const filter of filters) {
        for (const version of [1, 2, 3]) {
          const { errorCode, resources } = await connection.call(describeAcls, version, filter);
          answers.push(errorCode, resources.map((one) => JSON.stringify(one).replaceAll(id, 'ID')).toSorted());
        }
      }
      const { filterResults } = await connection.call(deleteAcls, 2, {
        filters: [filters[3], filters[8], filters[0]].filter((one) => one !== undefined),
      });
      answers.push(filterResults.map(({ errorCode, matchingAcls }) => [errorCode, matchingAcls.length]));
      return answers.map((answer) => (Array.isArray(answer) ? answer.map((one) => sorted(one)) : answer));
    },
  },
  {
    name: 'creating ACLs with an invalid resource or principal',
    run: async (stage) => [
      await created(stage, { resourceName: '' }),
      await created(stage, { resourceType: 4 }),
      await created(stage, { principal: 'alice' }),
    ],
  },
  {
    name: 'creating ACLs with values that only filters may have',
    deviates: 'Apache Kafka 4.3 answers with an unknown server error, the embedded broker with INVALID_REQUEST',
    run: async (stage) => [
      await created(stage, { patternType: 2 }),
      await created(stage, { patternType: 1 }),
      await created(stage, { resourceType: 1 }),
      await created(stage, { operation: 1 }),
      await created(stage, { permissionType: 1 }),
    ],
  },
  {
    name: 'creating and describing ACLs with unknown codes',
    async run(stage) {
      const answers: unknown[] = [];
      for (const change of [{ resourceType: 0 }, { patternType: 0 }, { operation: 0 }, { permissionType: 0 }]) {
        const [creating, describing] = [await created(stage, change), await stage.connect()];
        answers.push(creating, await answerOf(() => describing.call(describeAcls, 2, { ...EVERY, ...change })));
      }
      return answers;
    },
  },
];

/** Creates an otherwise valid ACL with one changed field, and returns the error code. */
async function created(stage: SecuredStage, change: Partial<AclCodes>): Promise<unknown> {
  const resource = { resourceType: 2, resourceName: stage.id, patternType: 3 };
  const acl = { ...resource, principal: `User:${stage.id}`, host: '*', operation: 3, permissionType: 3, ...change };
  const connection = await stage.connect();
  return answerOf(async () => (await connection.call(createAcls, 2, { creations: [acl] })).results[0]?.errorCode);
}

/** Sorts the characters of a text. Brokers list a resource's ACLs in any order, so the case compares only the characters of the list. */
const sorted = (one: unknown): unknown => (typeof one === 'string' ? one.split('').toSorted().join('') : one);

export const aclCases: readonly SecuredCase[] = [...matrix, ...anonymous, ...managed];
