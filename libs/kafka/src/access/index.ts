export { ACCESS, ADMINISTRATOR, principalOf } from './access.ts';
export { type AclCheck, checkAcls, inWords, settleAcls } from './acl-check.ts';
export { openTopicAcls, serviceAcls } from './acls.ts';
