import type { Usertype } from '@portico/contracts/common/roles';

/** Whether screens describe what an event means for a customer. Users who run or connect integrations see event names instead. */
export const speaksPlainly = (usertype: Usertype): boolean => usertype === 'CLIENT' || usertype === 'LEAD';
