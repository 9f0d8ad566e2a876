import { redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import type { SessionUser } from './session/session-store.ts';

/* Route guards for `beforeLoad`. They only avoid an empty screen: the server enforces the access rights. */

type Guarded = { context: { user: SessionUser } };

/** Admits administrators and redirects all other users to the dashboard. */
export const adminsOnly = ({ context: { user } }: Guarded): void => {
  if (!isAdmin(user.usertype)) throw redirect({ to: '/dashboard', replace: true });
};

/** Redirects leads from the dashboard to the products, because leads have no events yet. */
export const notForLeads = ({ context: { user } }: Guarded): void => {
  if (user.usertype === 'LEAD') throw redirect({ to: '/products', replace: true });
};
