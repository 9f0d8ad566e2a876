import { redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import type { SessionUser } from './session/session-store.ts';

/* Route guards for `beforeLoad`. They only spare people a screen that would be empty: the server enforces the rights. */

type Guarded = { context: { user: SessionUser } };

/** For /admin: redirects everyone else to the dashboard. */
export const adminsOnly = ({ context: { user } }: Guarded): void => {
  if (!isAdmin(user.usertype)) throw redirect({ to: '/dashboard', replace: true });
};

/** For the dashboard: redirects leads, who have nothing there yet, to the products. */
export const notForLeads = ({ context: { user } }: Guarded): void => {
  if (user.usertype === 'LEAD') throw redirect({ to: '/products', replace: true });
};
