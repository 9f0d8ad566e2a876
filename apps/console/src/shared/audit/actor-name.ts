/** User types of the product's staff. `VIEW` is a staff member who views the console as a customer. */
const STAFF = new Set(['ADMIN', 'SUPER_ADMIN', 'VIEW']);

/** Returns the name of a person in the audit log, for customers. @param otherwise - the name if the e-mail is unknown. */
export const actorName = (email: string | null, role: string | null, otherwise: string): string =>
  `${email ?? otherwise}${role !== null && STAFF.has(role) ? ' (support)' : ''}`;
