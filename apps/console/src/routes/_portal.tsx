import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isReturn } from '../app/session/is-return.ts';
import { loadMenu } from '../app/own-rights.ts';
import { PortalShell } from '../app/shell/portal-shell.tsx';
import { useSession } from '../app/shell/use-session.ts';

const Portal = () => {
  // Null only while the guard is already leading away.
  const user = useSession()?.user;
  return user ? (
    <PortalShell user={user}>
      <Outlet />
    </PortalShell>
  ) : null;
};

/** Every signed-in screen. */
export const Route = createFileRoute('/_portal')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.session.begin();
    if (session) return { user: session.user };
    throw redirect({
      to: '/login',
      // Login leads to the dashboard; a shared link keeps what it led to.
      search: isReturn(location.pathname) ? { returnTo: location.href } : {},
      replace: true,
    });
  },
  loader: ({ context: { api, queryClient, user } }) => loadMenu(api, queryClient, user.usertype),
  component: Portal,
});
