import { redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import type { SessionUser } from './session/session-store.ts';

/* Route guards for `beforeLoad`. They only avoid an empty screen: the server enforces the access rights. */

type Guarded = { context: { user: SessionUser } };

export const adminsOnly = ({ context: { user } }: Guarded): void => {
  if (!isAdmin(user.usertype)) throw redirect({ to: '/dashboard', replace: true });
};

/** Leads have no events yet. */
export const notForLeads = ({ context: { user } }: Guarded): void => {
  if (user.usertype === 'LEAD') throw redirect({ to: '/products', replace: true });
};
