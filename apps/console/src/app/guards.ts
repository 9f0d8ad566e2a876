import { redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import type { SessionUser } from './session/session-store.ts';

/*
 * Who may open a route, for its `beforeLoad`. They only spare people a screen that the server would leave empty: the
 * server refuses on its own.
 */

type Guarded = { context: { user: SessionUser } };

/** /admin: everyone else goes to the dashboard. */
export const adminsOnly = ({ context: { user } }: Guarded): void => {
  if (!isAdmin(user.usertype)) throw redirect({ to: '/dashboard', replace: true });
};

/** The dashboard: a lead has nothing there yet, and goes to the products. */
export const notForLeads = ({ context: { user } }: Guarded): void => {
  if (user.usertype === 'LEAD') throw redirect({ to: '/products', replace: true });
};
