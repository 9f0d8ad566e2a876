import { DOOR_TOPIC_PREFIX } from '@portico/contracts/events/integration-event';
import { type AclEntry, AclResourceTypes, ResourcePatternTypes } from '../client.ts';
import { TOPICS } from '../topics.ts';
import { ACCESS } from './access.ts';

/** The resource pattern of an ACL: one name, or all names with a prefix. */
type Pattern = Pick<AclEntry, 'resourceType' | 'resourceName' | 'resourcePatternType'>;

export const coversName = ({ resourceName, resourcePatternType }: Pattern, names: readonly string[]): boolean =>
  resourceName === '*' ||
  names.some((name) =>
    resourcePatternType === ResourcePatternTypes.PREFIXED ? name.startsWith(resourceName) : name === resourceName,
  );

export const coversPrefix = ({ resourceName, resourcePatternType }: Pattern, prefixes: readonly string[]): boolean =>
  resourceName === '*' ||
  prefixes.some(
    (prefix) =>
      resourceName.startsWith(prefix) ||
      (resourcePatternType === ResourcePatternTypes.PREFIXED && prefix.startsWith(resourceName)),
  );

/** Prefixes of the services' consumer group names. */
export const GROUP_PREFIXES = Object.keys(ACCESS).map((service) => `${service}.`);

const TOPIC_NAMES = TOPICS.map(({ name }) => name);

/** Whether a pattern covers a topic or group of the product, or the cluster. */
export function isOfProduct(pattern: Pattern): boolean {
  switch (pattern.resourceType) {
    case AclResourceTypes.TOPIC:
      return coversName(pattern, TOPIC_NAMES) || coversPrefix(pattern, [DOOR_TOPIC_PREFIX]);
    case AclResourceTypes.GROUP:
    case AclResourceTypes.TRANSACTIONAL_ID:
      return coversPrefix(pattern, GROUP_PREFIXES);
    default:
      return pattern.resourceType === AclResourceTypes.CLUSTER;
  }
}
