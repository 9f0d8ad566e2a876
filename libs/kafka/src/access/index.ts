export { type Access, ACCESS, ADMINISTRATOR, principalOf } from './access.ts';
export { type AclCheck, checkAcls, inWords, settleAcls } from './acl-check.ts';
export { anonymousAcls, everyoneAcls, serviceAcls, toAclEntry } from './acls.ts';
export { type AccessRule, accessRules, publisherRules } from './rules.ts';
