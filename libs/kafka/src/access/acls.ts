import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from '../client.ts';
import { type AccessRule, accessRules, publisherRules } from './rules.ts';

export const toAclEntry = (rule: AccessRule): AclEntry => ({
  principal: rule.principal,
  host: '*',
  resourceType: AclResourceTypes[rule.resourceType],
  resourceName: rule.resourceName,
  resourcePatternType: ResourcePatternTypes[rule.patternType],
  operation: AclOperationTypes[rule.operation],
  permissionType: AclPermissionTypes[rule.permission],
});

export const serviceAcls = (): AclEntry[] => accessRules().map(toAclEntry);

/** ACLs that let clients without credentials write to a topic. */
export const anonymousAcls = (topic: string): AclEntry[] => publisherRules('ANONYMOUS', topic).map(toAclEntry);

/** ACLs that let every principal, even keys of integrations, write to a topic. No topic of Portico should have them. */
export const everyoneAcls = (topic: string): AclEntry[] => publisherRules('*', topic).map(toAclEntry);
