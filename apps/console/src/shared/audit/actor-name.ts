/** Usertypes of the product's own people; `VIEW` is one of them who views as a customer. */
const STAFF = new Set(['ADMIN', 'SUPER_ADMIN', 'VIEW']);

/** How a person of the audit log is named to customers. @param otherwise - where no e-mail is known. */
export const actorName = (email: string | null, role: string | null, otherwise: string): string =>
  `${email ?? otherwise}${role !== null && STAFF.has(role) ? ' (support)' : ''}`;
