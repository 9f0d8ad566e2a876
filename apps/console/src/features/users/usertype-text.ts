import type { Usertype } from '@portico/contracts/common/roles';

/** As people read it: SUPER ADMIN. Apart from the form's fields, whose schema the list does without. */
export const usertypeText = (usertype: Usertype): string => usertype.replaceAll('_', ' ');
