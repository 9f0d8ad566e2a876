import type { Usertype } from '@portico/contracts/common/roles';

/** Customers hear what a failure means; who runs or connects integrations hears which event it is. */
export const speaksPlainly = (usertype: Usertype): boolean => usertype === 'CLIENT' || usertype === 'LEAD';
