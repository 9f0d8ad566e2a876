import type { Usertype } from '@portico/contracts/common/roles';

/** Formats a user type, such as `SUPER ADMIN`. It has its own file, so that the list of users does not load the form's schema. */
export const usertypeText = (usertype: Usertype): string => usertype.replaceAll('_', ' ');
