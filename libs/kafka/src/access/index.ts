export { ACCESS, ADMINISTRATOR, principalOf } from './access.ts';
export { settleAcls } from './acl-check.ts';
export { anonymousAcls, everyoneAcls } from './acls.ts';
