/** What is answered where a client asks which operations it is allowed: there are no ACLs to tell of. */
export const AUTHORIZED_OPERATIONS_UNKNOWN = -2_147_483_648;
