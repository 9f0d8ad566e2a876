import { DOOR_TOPIC_PREFIX, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { TOPICS } from '../topics.ts';
import { type Access, ACCESS, ADMINISTRATOR, principalOf } from './access.ts';

type Operation =
  | 'ALL'
  | 'READ'
  | 'WRITE'
  | 'CREATE'
  | 'DELETE'
  | 'ALTER'
  | 'DESCRIBE'
  | 'CLUSTER_ACTION'
  | 'DESCRIBE_CONFIGS'
  | 'ALTER_CONFIGS'
  | 'IDEMPOTENT_WRITE';

/** One ACL in Kafka's own terms, for connections from any host. `principal` is complete, such as `User:portico-orgs`. */
export type AccessRule = {
  principal: string;
  resourceType: 'TOPIC' | 'GROUP' | 'CLUSTER' | 'TRANSACTIONAL_ID';
  resourceName: string;
  patternType: 'LITERAL' | 'PREFIXED';
  operation: Operation;
  permission: 'ALLOW' | 'DENY';
};

type Resource = Pick<AccessRule, 'resourceType' | 'resourceName' | 'patternType'>;

const topic = (resourceName: string): Resource => ({ resourceType: 'TOPIC', resourceName, patternType: 'LITERAL' });
const topicsOf = (prefix: string): Resource => ({ ...topic(prefix), patternType: 'PREFIXED' });
const groupsOf = (prefix: string): Resource => ({ ...topicsOf(prefix), resourceType: 'GROUP' });
const CLUSTER: Resource = { resourceType: 'CLUSTER', resourceName: 'kafka-cluster', patternType: 'LITERAL' };

const allow = (name: string, resource: Resource, operations: readonly Operation[]): AccessRule[] =>
  operations.map((operation) => ({ principal: `User:${name}`, ...resource, operation, permission: 'ALLOW' }));

const ofService = (service: string, { writes, reads, makes }: Access): AccessRule[] => {
  const name = principalOf(service);
  return [
    ...[...new Set([...writes, ...reads])].flatMap((topicName) =>
      allow(name, topic(topicName), [
        'DESCRIBE',
        ...(reads.includes(topicName) ? (['READ'] as const) : []),
        ...(writes.includes(topicName) ? (['WRITE', 'CREATE'] as const) : []),
      ]),
    ),
    ...allow(name, groupsOf(`${service}.`), ['DESCRIBE', 'READ']),
    ...(makes === undefined
      ? []
      : [
          ...allow(name, topicsOf(makes), ['DESCRIBE', 'READ', 'CREATE']),
          ...allow(name, CLUSTER, ['DESCRIBE', 'ALTER']),
        ]),
  ];
};

/** ACLs of the principal that runs `npm run kafka:topics`. */
const ofAdministrator = (): AccessRule[] => [
  ...[...TOPICS.map(({ name }) => topic(name)), topicsOf(DOOR_TOPIC_PREFIX)].flatMap((resource) =>
    allow(ADMINISTRATOR, resource, ['DESCRIBE', 'DESCRIBE_CONFIGS', 'CREATE', 'ALTER']),
  ),
  ...allow(ADMINISTRATOR, CLUSTER, ['DESCRIBE', 'ALTER']),
];

export const accessRules = (): AccessRule[] => [
  ...Object.entries(ACCESS).flatMap(([service, access]) => ofService(service, access)),
  ...ofAdministrator(),
];

/**
 * Returns the ACLs that a publisher needs on the topic of integration events, or on its own topic. `name`: the publisher's user name,
 * or `*` for all users.
 */
export const publisherRules = (name: string, topicName = INTEGRATION_EVENTS_TOPIC): AccessRule[] =>
  allow(name, topic(topicName), ['DESCRIBE', 'WRITE']);
