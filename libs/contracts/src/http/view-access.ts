import { z } from 'zod/mini';
import { Id, IdParams } from '../common/ids.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { Session } from './identity.ts';

/** Hours for which a manager may let administrators view an organization as a customer; `always`: until a manager ends it. */
export const VIEW_HOURS = [1, 8, 24, 'always'] as const;
/** `until` of a permission that lasts until a manager ends it. */
export const VIEW_WITHOUT_END = '9999-12-31T00:00:00.000Z';

/**
 * An administrator who views an organization acts as a virtual user, whose id is this number plus the organization's id. The virtual
 * user is a viewer of the organization for as long as a manager allows it. It is not in the users table, and no user has such an id.
 */
export const FIRST_VIEWING_USER = 2_140_000_000;
const LAST_INT = 2 ** 31 - 1;

export const isViewingUser = (userId: number): boolean => userId >= FIRST_VIEWING_USER;
/** The id of an organization's virtual user, see {@link FIRST_VIEWING_USER}. Undefined if the organization's id is too large. */
export const viewingUserOf = (organizationId: number): number | undefined =>
  organizationId <= LAST_INT - FIRST_VIEWING_USER ? FIRST_VIEWING_USER + organizationId : undefined;

/** `until`: end of the permission for administrators to view the organization; null without permission. */
export const ViewAccess = z.object({ until: z.nullable(z.string()), allowedBy: z.nullable(z.string()) });
export type ViewAccess = z.infer<typeof ViewAccess>;

export const ViewAccessGrant = z.object({ hours: z.literal(VIEW_HOURS, 'Hours should be 1, 8, 24 or always') });
export type ViewAccessGrant = z.infer<typeof ViewAccessGrant>;

export const getViewAccess = endpoint({
  method: 'GET',
  path: '/organizations/{id}/view-access',
  audit: READS_SETTINGS,
  summary: 'Get whether administrators may view an organization as a customer; for its managers and administrators',
  params: IdParams,
  response: ViewAccess,
});
export const allowViewAccess = endpoint({
  method: 'PUT',
  path: '/organizations/{id}/view-access',
  audit: { action: 'view-access.allow', targets: { organization: 'id' } },
  summary: 'Let administrators view an organization as a customer; for its managers',
  params: IdParams,
  body: ViewAccessGrant,
  response: ViewAccess,
});
export const endViewAccess = endpoint({
  method: 'DELETE',
  path: '/organizations/{id}/view-access',
  audit: { action: 'view-access.end', targets: { organization: 'id' } },
  summary: 'End the permission to view an organization as a customer; for its managers and administrators',
  params: IdParams,
  response: z.void(),
});

const REASON = 'Reason should be at least 3 letters long';
export const ViewStart = z.object({
  organizationId: Id,
  reason: z.string(REASON).check(z.trim(), z.minLength(3, REASON), z.maxLength(500)),
});
export type ViewStart = z.infer<typeof ViewStart>;

/** Returns a token with the read rights of a viewer of the organization. The token permits no changes and cannot be renewed. */
export const startView = endpoint({
  method: 'POST',
  path: '/auth/view',
  audit: { action: 'view.start', targets: { organization: 'organizationId' } },
  summary: 'View an organization as a customer, if one of its managers has allowed it',
  body: ViewStart,
  response: Session,
});
