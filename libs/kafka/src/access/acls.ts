import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from '../client.ts';
import { type AccessRule, accessRules, publisherRules } from './rules.ts';

/** The same ACL as the client library has it. */
export const toAclEntry = (rule: AccessRule): AclEntry => ({
  principal: rule.principal,
  host: '*',
  resourceType: AclResourceTypes[rule.resourceType],
  resourceName: rule.resourceName,
  resourcePatternType: ResourcePatternTypes[rule.patternType],
  operation: AclOperationTypes[rule.operation],
  permissionType: AclPermissionTypes[rule.permission],
});

/** Every ACL that the services and their administrator need. */
export const serviceAcls = (): AclEntry[] => accessRules().map(toAclEntry);

/** Lets clients that do not sign on write to a topic. */
export const anonymousAcls = (topic: string): AclEntry[] => publisherRules('ANONYMOUS', topic).map(toAclEntry);

/** Lets every principal write to a topic, also keys of integrations: no topic of the product should have it. */
export const everyoneAcls = (topic: string): AclEntry[] => publisherRules('*', topic).map(toAclEntry);
