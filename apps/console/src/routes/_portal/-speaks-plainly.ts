import type { Usertype } from '@portico/contracts/common/roles';

/** Customers read consequences; users who run or connect integrations read event names. */
export const speaksPlainly = (usertype: Usertype): boolean => usertype === 'CLIENT' || usertype === 'LEAD';
