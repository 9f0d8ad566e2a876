import type { Usertype } from '@portico/contracts/common/roles';

/** The displayed type: SUPER ADMIN. Separate from the form, whose schema the list does without. */
export const usertypeText = (usertype: Usertype): string => usertype.replaceAll('_', ' ');
